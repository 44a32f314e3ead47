import type { ComponentType } from 'react';
import type { ActionFunction, LoaderFunction } from 'react-router-dom';
import type { Mountable, PageProps } from './mountable.ts';

/** One route of a remote: its loader's result is its data. */
export interface RouteModule extends RouteFunctions {
  Component: ComponentType;
  /**
   * Stands in its place when it, its loader, its action or what is nested in it throws; `useRouteError`
   * says what. Where no route of a page has one, the build of the page has failed.
   */
  ErrorBoundary?: ComponentType;
  /**
   * Routes nested in it, which its `Outlet` shows, by their relative paths; `''` is the one at its own
   * address. `remote.json` declares the whole path of each.
   */
  children?: RouteModules;
  /** What it shows in other zones of the page, with the route's own data and parameters. */
  zones?: RouteZones;
}

/** A route that is shown without React. */
export interface MountedRoute extends RouteFunctions, Mountable<PageProps> {
  /** Nothing is nested in it. */
  children?: never;
}

interface RouteFunctions {
  loader?: LoaderFunction;
  /** Takes what a form or fetcher submits to its address; then all loaders of the page run again. */
  action?: ActionFunction;
}

/** Where routes are nested, a zone is filled by the innermost one that has something for it. */
export interface RouteZones {
  /** Below the banner, if the route declares one. */
  media?: ComponentType;
  /** Above the site's own words. */
  footer?: ComponentType;
}

/**
 * What a remote's `./routes` exports as `routes`: a page for each path that its `remote.json`
 * declares, by that path, or nested in another.
 */
export type RouteModules = Readonly<Record<string, RouteModule | MountedRoute>>;
