import type { MenuEntry } from '@tallystick/shared/contracts/remote';
import type { Audience } from './audience.ts';

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
  return liesUnder(entryPath(entry), path);
}

/** True if both paths have the same first segment. */
export function liesUnder(parent: string, path: string): boolean {
  return firstSegment(parent) === firstSegment(path);
}

function firstSegment(path: string): string {
  return path.split('/')[1] ?? '';
}
