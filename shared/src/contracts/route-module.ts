import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router-dom';

/** One page of a remote: its loader's result is the page's data. */
export interface RouteModule {
  Component: ComponentType;
  loader?: LoaderFunction;
}

/**
 * What a remote's `./routes` exports as `routes`: a page for each path that its `remote.json`
 * declares, by that path.
 */
export type RouteModules = Readonly<Record<string, RouteModule>>;
