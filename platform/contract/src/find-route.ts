import { pathOf, valuesIn } from './path-segments.ts';

/** A route, and the values that an address gives its parameters. */
export interface FoundRoute<Route> {
  readonly route: Route;
  /** The values of its parameters, by their names. */
  readonly params: Readonly<Record<string, string>>;
  /** The value of the first parameter; '' if it has none. */
  readonly id: string;
  /** The route with the values of all its parameters: the canonical address, whatever the case of the request. */
  readonly path: string;
}

/**
 * The declared route at `pathname`, which comes from a URL; null: there is none. Words match in any case. Where several
 * routes match, it is the one with the most words, and the first of those.
 */
export function findRoute<Route extends { readonly path: string }>(
  routes: readonly Route[],
  pathname: string,
): FoundRoute<Route> | null {
  const given = valuesIn(pathname);
  let found: { route: Route; parts: string[]; words: number } | null = null;
  for (const route of routes) {
    const parts = partsOf(route.path);
    if (!matches(parts, given)) continue;
    const words = parts.filter((part) => !isParameter(part)).length;
    if (found === null || words > found.words) found = { route, parts, words };
  }
  if (found === null) return null;
  const { route, parts } = found;
  const filled = parts.map((part, at) => (isParameter(part) ? (given[at] ?? '') : part));
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    if (isParameter(part)) params[part.slice(1)] = filled[at] ?? '';
  }
  const id = filled[parts.findIndex(isParameter)] ?? '';
  return { route, params, id, path: pathOf(filled) };
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

const isParameter = (part: string): boolean => part.startsWith(':');

const partsOf = (path: string): string[] => (path === '/' ? [] : path.slice(1).split('/'));
