import { findRoute } from './find-route.ts';
import { isParameter, patternOf } from './path-pattern.ts';
import { segmentOf } from './path-segments.ts';
import type { RemoteDeclaration } from './remote.ts';

type Remotes = readonly { readonly declaration: Pick<RemoteDeclaration, 'redirects'> }[];

/**
 * Where an address leads that a remote of a release has given up: a path, encoded once; null: nowhere. It is asked where
 * no page has the address. What it answers is a route of the same remote, and never an address that leads on.
 *
 * @param pathname the path of a URL
 */
export function findRedirect(remotes: Remotes, pathname: string): string | null {
  const redirects = remotes.flatMap(({ declaration }) =>
    (declaration.redirects ?? []).map(({ from, to }) => ({ path: from, to })),
  );
  const found = findRoute(redirects, pathname);
  if (found === null) return null;
  const { route, params, path } = found;
  const { segments, isOpen } = patternOf(route.to);
  const filled = segments.map((part) =>
    segmentOf(isParameter(part) ? (params[part.slice(1)] ?? '') : part),
  );
  // As `findRoute` has written it: of the value of `*` nobody knows which of its slashes was encoded.
  const below = path.split('/').slice(1 + patternOf(route.path).segments.length);
  return `/${[...filled, ...(isOpen ? below : [])].join('/')}`;
}
