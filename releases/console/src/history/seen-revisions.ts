import type { Revision } from '@tallystick/registry/contract/channel';
import type { HistoryPage } from '@tallystick/registry/contract/history';

/** Revisions that were read, newest first, without a gap. */
export interface SeenRevisions {
  revisions: readonly Revision[];
  /** Where the next page begins; null at the end of history. */
  next: number | null;
}

/**
 * Puts the newest page over what was read before. A revision never changes, so what is known stays;
 * but a page that does not reach down to it leaves a gap, and then only the page counts.
 */
export function withNewest(seen: SeenRevisions, page: HistoryPage): SeenRevisions {
  const known = new Set(seen.revisions.map(({ revision }) => revision));
  const joined = page.next === null || page.revisions.some(({ revision }) => known.has(revision));
  if (!joined || seen.revisions.length === 0) return page;
  const fresh = page.revisions.filter(({ revision }) => !known.has(revision));
  return { revisions: [...fresh, ...seen.revisions], next: seen.next };
}

/** Adds an older page below. */
export function withOlder(seen: SeenRevisions, page: HistoryPage): SeenRevisions {
  const oldest = seen.revisions.at(-1)?.revision ?? Number.POSITIVE_INFINITY;
  const older = page.revisions.filter(({ revision }) => revision < oldest);
  return { revisions: [...seen.revisions, ...older], next: page.next };
}
