import type { MenuEntry, RemoteDeclaration } from '@tallystick/contract/remote';

interface MenuParts {
  /** Entries that the shell brings itself; the rest come from the remotes. */
  own?: readonly MenuEntry[];
  /** Whether an entry is for the person who sees this menu. */
  isFor?: (entry: MenuEntry) => boolean;
}

/** The active entries of the shell and the remotes, in their order. */
export function menuEntries(
  remotes: readonly { readonly declaration: Pick<RemoteDeclaration, 'menu'> }[],
  { own = [], isFor = () => true }: MenuParts = {},
): readonly MenuEntry[] {
  return [...own, ...remotes.flatMap(({ declaration }) => declaration.menu)]
    .filter((entry) => entry.actv && isFor(entry))
    .toSorted((one, other) => one.order - other.order);
}

/** Path of an entry: `/` for home, otherwise `/{link}`. */
export function entryPath({ link }: MenuEntry): string {
  return link === '/' ? '/' : `/${link}`;
}

/** True if both paths have the same first segment. */
export function liesUnder(parent: string, path: string): boolean {
  return firstSegment(parent) === firstSegment(path);
}

/** The first segment in lower case, since the router ignores case. */
function firstSegment(path: string): string {
  return (path.split('/')[1] ?? '').toLowerCase();
}
