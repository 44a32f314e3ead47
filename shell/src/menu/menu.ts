import type { MenuEntry } from '@tallystick/shared/contracts/remote';

/**
 * Active entries, in their order. The ledger knows one tier, and signing in does not say for which team somebody
 * is: so far all are users of that tier.
 */
export function visibleEntries(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries
    .filter(({ actv, user, subs }) => actv && user.includes('user') && subs.includes('lite'))
    .toSorted((one, other) => one.order - other.order);
}

/** Path of an entry: `/` for home, else `/{link}`. */
export function entryPath({ link }: MenuEntry): string {
  return link === '/' ? '/' : `/${link}`;
}

/** True if both paths have the same first segment. */
export function liesUnder(parent: string, path: string): boolean {
  return firstSegment(parent) === firstSegment(path);
}

/** In small letters, as the router compares them. */
export function firstSegment(path: string): string {
  return (path.split('/')[1] ?? '').toLowerCase();
}
