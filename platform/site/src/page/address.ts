import { findRoute } from '@tallystick/contract/find-route';
import { plainAddresses } from '@tallystick/contract/path-pattern';
import type { ReleaseDocument } from '@tallystick/contract/release';
import type { DeclaredRoute } from '@tallystick/contract/remote';
import type { ShellRoute } from '../definition/define-site.ts';

/** What a release has at an address. */
export interface Address {
  /** Name of the remote that brings its page; null: none does. */
  owner: string | null;
  /** Null: there is no page. */
  route: DeclaredRoute | null;
  /** The value of the route's first parameter; '' if it has none. */
  id: string;
  /** The route with the values of all its parameters: one address, however it was asked for. */
  path: string;
}

/** What stands at `path`, which comes from a URL, as the page finds it too. */
export function addressIn(
  path: string,
  { remotes }: Pick<ReleaseDocument, 'remotes'>,
  shellPages: readonly ShellRoute[],
): Address {
  const known: { path: string; owner: string | null; route: DeclaredRoute }[] = [
    ...remotes.flatMap(({ name, declaration }) =>
      declaration.routes.map((route) => ({ path: route.path, owner: name, route })),
    ),
    ...shellPages.map((route) => ({ path: route.path, owner: null, route })),
  ];
  const found = findRoute(known, path);
  if (found === null) return { owner: null, route: null, id: '', path };
  const { owner, route } = found.route;
  return { owner, route, id: found.id, path: found.path };
}

/** Whether an address is a route as a remote of the release declares it: without parameters, and with no query. */
export function isOwnRoute(
  address: string,
  { remotes }: Pick<ReleaseDocument, 'remotes'>,
): boolean {
  return remotes.some(({ declaration }) => plainAddresses(declaration.routes).includes(address));
}
