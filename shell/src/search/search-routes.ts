import type { DeclaredRoute } from '@tallystick/contract/remote';
import { pathTo } from '@tallystick/contract/routes-about';
import { createContext } from 'react';

/** The release's pages by what they are about. */
export type SearchRoutes = ReadonlyMap<string, DeclaredRoute>;

/** Where the search leads; without a list of all transactions there is no search. */
export const SearchRoutesContext = createContext<SearchRoutes>(new Map());

/** The list of all transactions. */
export function wholeListPath(routes: SearchRoutes): string {
  const route = routes.get('transfers');
  return route === undefined ? '/' : pathTo(route);
}

/** The list of all transactions that match a text. */
export function listPath(routes: SearchRoutes, text: string): string {
  return `${wholeListPath(routes)}?${new URLSearchParams({ q: text })}`;
}
