import { createContext, useContext } from 'react';
import {
  useLoaderData as useRouterLoaderData,
  useRouteError as useRouterRouteError,
} from 'react-router-dom';

/** What there is of a route: what its loader brought, or why it cannot be shown. */
export type RouteState = { readonly data: unknown } | { readonly error: unknown };

/**
 * The site puts each route of a page into one. To the site's router all addresses are one route, so
 * that a page can change builds. So it knows nothing of the routes that a page nests.
 */
export const RouteStateContext = createContext<RouteState | null>(null);

/** What the loader of this route brought. */
export function useLoaderData<Data>(): ReturnType<typeof useRouterLoaderData<Data>>;
export function useLoaderData(): unknown {
  const known = useRouterLoaderData<unknown>();
  const state = useContext(RouteStateContext);
  return state !== null && 'data' in state ? state.data : known;
}

/** In an `ErrorBoundary`: what was thrown. */
export function useRouteError(): unknown {
  const known = useRouterRouteError();
  const state = useContext(RouteStateContext);
  return state !== null && 'error' in state ? state.error : known;
}
