/** What addresses a declared path takes. */
export interface PathPattern {
  /** Words, and parameters (`:id`), each for one segment of an address. */
  readonly segments: readonly string[];
  /** Whether it also takes whatever is below them: it ends in `/*`. */
  readonly isOpen: boolean;
}

export function patternOf(path: string): PathPattern {
  const all = path === '/' ? [] : path.slice(1).split('/');
  const isOpen = all.at(-1) === '*';
  return { segments: isOpen ? all.slice(0, -1) : all, isOpen };
}

export const isParameter = (segment: string): boolean => segment.startsWith(':');

/** The address at which a declared path begins; null: a parameter of it has no value yet. */
export function plainAddress(path: string): string | null {
  const { segments } = patternOf(path);
  return segments.some(isParameter) ? null : `/${segments.join('/')}`;
}

/** The addresses of routes that need no parameter, in their order. */
export function plainAddresses(routes: readonly { readonly path: string }[]): string[] {
  return routes.flatMap(({ path }) => plainAddress(path) ?? []);
}
