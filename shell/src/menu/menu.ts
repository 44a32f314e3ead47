import type { MenuEntry } from '@tallystick/shared/contracts/remote';

/** The kind and tier that the navigation is shown for; the ledger has no other yet. */
export interface Audience {
  kind: MenuEntry['user'][number];
  tier: MenuEntry['subs'][number];
}

/** Active entries for this audience, in their order. */
export function visibleEntries(
  entries: readonly MenuEntry[],
  { kind, tier }: Audience,
): readonly MenuEntry[] {
  return entries
    .filter(({ actv, user, subs }) => actv && user.includes(kind) && subs.includes(tier))
    .toSorted((one, other) => one.order - other.order);
}

/** Path of an entry: `/` for home, else `/{link}`. */
export function entryPath({ link }: MenuEntry): string {
  return link === '/' ? '/' : `/${link}`;
}

/** True if `path` lies under the entry: their first segments are the same. */
export function isCurrent(entry: MenuEntry, path: string): boolean {
  return firstSegment(entryPath(entry)) === firstSegment(path);
}

function firstSegment(path: string): string {
  return path.split('/')[1] ?? '';
}
