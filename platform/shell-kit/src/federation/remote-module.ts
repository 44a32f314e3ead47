import type { Mountable } from '@tallystick/contract/mountable';
import type { RouteModule, RouteModules } from '@tallystick/contract/route-module';
import type { ComponentType } from 'react';
import type { Build } from '../release/build.ts';
import type { RouteState } from '../router/route-state.ts';

/** Key in a module of what draws its routes, where they are not made with the page's React. */
export const drawnBy = Symbol('drawnBy');

/** A route that React shows. */
export interface ReactRoute extends RouteModule {
  children?: ReactRoutes;
}
export type ReactRoutes = Readonly<Record<string, ReactRoute>>;

/** What a remote's `./routes` must hold when it arrives in the page. */
export interface ExposedRoutes {
  routes: RouteModules;
  /** The build id that the code carries, where its builder puts one in. */
  build?: string;
  [drawnBy]?: ComponentType<RoutesProps>;
}

/** The same once React can show it. */
export interface RemoteModule extends ExposedRoutes {
  routes: ReactRoutes;
}

/** What a remote's widget must hold. */
export interface ExposedWidget {
  Widget: ComponentType<object> | Mountable<object>;
  build?: string;
}

export interface WidgetModule extends ExposedWidget {
  Widget: ComponentType<object>;
}

export function isExposedWidget(value: unknown): value is ExposedWidget {
  if (!isRecord(value)) return false;
  if (typeof value.Widget !== 'function' && !isMountable(value.Widget)) return false;
  return value.build === undefined || typeof value.build === 'string';
}

/**
 * Checks what a remote exposes: a component for each path it declares, or what is mounted.
 * A module that threw while loading may come as an empty object, so this is not a formality.
 */
export function isExposedRoutes(value: unknown, paths: readonly string[]): value is ExposedRoutes {
  if (!isRecord(value) || !isRecord(value.routes)) return false;
  if (value.build !== undefined && typeof value.build !== 'string') return false;
  const { routes } = value;
  return isRouteModules(routes) && paths.every((path) => branchOf(routes, path) !== null);
}

/** Says for a module's team what the module lacks. */
export function lackOf(value: unknown, expose: string, paths: readonly string[]): string {
  if (expose !== './routes')
    return `exposes ${expose} without a Widget: a component, or an object with mount`;
  if (!isExposedRoutes(value, [])) {
    return 'exposes no routes, or one of them without a Component or mount';
  }
  const missing = paths.filter((path) => branchOf(value.routes, path) === null);
  return `has no page for ${missing.join(', ')}, which it declares`;
}

function isRouteModules(routes: unknown): routes is RouteModules {
  if (!isRecord(routes)) return false;
  return Object.values(routes).every(
    (route) =>
      isRecord(route) &&
      (route.children === undefined
        ? typeof route.Component === 'function' || isMountable(route)
        : typeof route.Component === 'function' && isRouteModules(route.children)),
  );
}

/** Whether it is shown without React. */
export function isMountable(value: unknown): value is Mountable<never> {
  return isRecord(value) && typeof value.mount === 'function';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A route of a page; `path` is relative to the one that it is nested in, `''` its index. */
export interface BranchRoute<Module = ReactRoute> {
  path: string;
  module: Module;
}

/** A route with what its loader returned. */
export type LoadedRoute = BranchRoute & RouteState;

/** What a component gets that draws the routes of a page. */
export interface RoutesProps {
  /** Another object each time that the page is loaded. */
  page: { readonly title: string; readonly part: Build | null };
  routes: readonly LoadedRoute[];
  /** Called with what a route throws in another zone of the frame. */
  zoneFailed: (error: unknown) => void;
}

/** The route of a declared path and those that it is nested in, outermost first; null: there is none. */
export function branchOf<Module extends { children?: Readonly<Record<string, Module>> }>(
  routes: Readonly<Record<string, Module>>,
  path: string,
  parent = '',
): BranchRoute<Module>[] | null {
  for (const [relative, module] of Object.entries(routes)) {
    const full = joinPath(parent, relative);
    const nested = module.children && branchOf(module.children, path, full);
    if (nested) return [{ path: relative, module }, ...nested];
    if (full === path) return [{ path: relative, module }];
  }
  return null;
}

/** The path of a route that is nested in another. */
export function joinPath(parent: string, relative: string): string {
  return relative === '' ? parent : `${parent.replace(/\/$/, '')}/${relative.replace(/^\//, '')}`;
}
