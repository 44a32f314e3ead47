import { isParameter, type PathPattern, patternOf } from './path-pattern.ts';
import { pathOf, valuesIn } from './path-segments.ts';

/** A route, and the values that an address gives its parameters. */
export interface FoundRoute<Route> {
  readonly route: Route;
  /** The values of its parameters, by their names; of `*` the whole that is below an open path. */
  readonly params: Readonly<Record<string, string>>;
  /** The value of the first parameter; '' if it has none. */
  readonly id: string;
  /** The route with the values of all its parameters: the canonical address, whatever the case of the request. */
  readonly path: string;
}

/**
 * The declared route at `pathname`, which comes from a URL; null: there is none. Words match in any case. Where several
 * routes match, it is the one that says most of the address, as in the router, and the first of those.
 */
export function findRoute<Route extends { readonly path: string }>(
  routes: readonly Route[],
  pathname: string,
): FoundRoute<Route> | null {
  const given = valuesIn(pathname);
  let found: { route: Route; pattern: PathPattern; rank: number } | null = null;
  for (const route of routes) {
    const pattern = patternOf(route.path);
    const { segments, isOpen } = pattern;
    if (!matches(segments, isOpen ? given.slice(0, segments.length) : given)) continue;
    const rank = rankOf(pattern);
    if (found === null || rank > found.rank) found = { route, pattern, rank };
  }
  if (found === null) return null;
  const {
    route,
    pattern: { segments, isOpen },
  } = found;
  const filled = segments.map((part, at) => (isParameter(part) ? (given[at] ?? '') : part));
  const params: Record<string, string> = {};
  for (const [at, part] of segments.entries()) {
    if (isParameter(part)) params[part.slice(1)] = filled[at] ?? '';
  }
  const below = given.slice(segments.length);
  if (isOpen) params['*'] = below.join('/');
  const id = filled[segments.findIndex(isParameter)] ?? '';
  return { route, params, id, path: pathOf([...filled, ...below]) };
}

/** The router's own weights. */
function rankOf({ segments, isOpen }: PathPattern): number {
  const parameters = segments.filter(isParameter).length;
  const words = segments.length - parameters;
  return 11 * words + 4 * parameters + (isOpen ? 0 : 1);
}

function matches(parts: readonly string[], given: readonly string[]): boolean {
  return (
    parts.length === given.length &&
    parts.every((part, at) => {
      const value = given[at] ?? '';
      return isParameter(part) ? value !== '' : inSmall(part) === inSmall(value);
    })
  );
}

/** Lower-cases only ASCII, as the router does: `toLowerCase` maps other letters, such as `K` (Kelvin), to ASCII ones. */
function inSmall(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
