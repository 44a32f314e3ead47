import { isSamePath, pathProblem, shareAddress } from './declared-path.ts';
import { isParameter, patternOf } from './path-pattern.ts';
import type { DeclaredRoute, Redirect } from './remote.ts';

/**
 * Why a redirect of a remote is not taken, in words for its team; null: it is. It leads to a route of the same remote,
 * and no route has an address from which it leads: so no redirect leads to another.
 *
 * @param before the redirects that are declared before it
 * @param approved paths that begin with a parameter, as for routes; null: not known here
 * @param ownSegments first segments that the site reserves
 */
export function redirectProblem(
  { from, to }: Redirect,
  before: readonly Redirect[],
  routes: readonly DeclaredRoute[],
  {
    approved,
    ownSegments,
  }: { approved: readonly string[] | null; ownSegments?: readonly string[] },
): string | null {
  const what = `the redirect from ${JSON.stringify(from)}`;
  const problem = pathProblem(from, approved, ownSegments);
  if (problem !== null) return `${what} ${problem}`;
  const same = before.find((one) => isSamePath(one.from, from));
  if (same !== undefined) return `the redirects from ${same.from} and ${from} are the same`;
  const route = routes.find(({ path }) => shareAddress(path, from));
  if (route !== undefined) return `${what} takes addresses of the route ${route.path}`;
  if (!routes.some(({ path }) => isSamePath(path, to))) {
    return `${what} leads to ${JSON.stringify(to)}, which is no route of this remote`;
  }
  const [given, needed] = [patternOf(from), patternOf(to)];
  const unknown = needed.segments.find(
    (segment) => isParameter(segment) && !given.segments.includes(segment),
  );
  if (unknown !== undefined) {
    return `${what} leads to ${to}, and nothing says what its ${unknown} is`;
  }
  return needed.isOpen && !given.isOpen
    ? `${what} leads to ${to}, and takes nothing that would stand for its *`
    : null;
}
