import { pathOf, valuesIn } from './path-segments.ts';

/** A route, and what an address says of it. */
export interface FoundRoute<Route> {
  readonly route: Route;
  /** The values of its parameters, by their names. */
  readonly params: Readonly<Record<string, string>>;
  /** The value of the first; '' if it has none. */
  readonly id: string;
  /** The route with the values of all its parameters: one address, however it was asked for. */
  readonly path: string;
}

/**
 * The declared route that stands at `pathname`, which comes from a URL: a word in any case, and the route with the
 * most words where several match, else the first of them. Null: there is none.
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

/** Letters of ASCII alone: to the router no other letter is one of them in another case. */
function inSmall(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const isParameter = (part: string): boolean => part.startsWith(':');

const partsOf = (path: string): string[] => (path === '/' ? [] : path.slice(1).split('/'));
