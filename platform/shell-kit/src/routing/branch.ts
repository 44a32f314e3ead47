import type { RouteModule, RouteModules } from '@tallystick/contract/route-module';
import type { RouteState } from '../router/route-state.ts';

/** A route of a page; `path` is relative to the one that it is nested in, `''` its index. */
export interface BranchRoute {
  path: string;
  module: RouteModule;
}

/** With what its loader brought. */
export type LoadedRoute = BranchRoute & RouteState;

/** What a component gets that draws the routes of a page. */
export interface RoutesProps {
  /** Another object each time that the page is loaded. */
  page: { readonly title: string };
  routes: readonly LoadedRoute[];
  /** Called with what a route throws in another zone of the frame. */
  zoneFailed: (error: unknown) => void;
}

/** The route of a declared path and those that it is nested in, outermost first; null: there is none. */
export function branchOf(routes: RouteModules, path: string, parent = ''): BranchRoute[] | null {
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
