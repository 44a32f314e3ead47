import type { Ring } from './ring.ts';

/**
 * Where the events after `since` come from:
 * - `ring`: memory has them all (or there are none yet);
 * - `table`: they may still be in the database;
 * - `refetch`: the gap cannot be filled, or the number is not from this ledger.
 */
export type Replay = 'ring' | 'table' | 'refetch';

/**
 * Decides how a reader that has everything up to `since` gets the rest. It may be up to `bound` numbers back and still
 * be served.
 */
export function chooseReplay(
  since: number,
  { floor, newest }: Pick<Ring, 'floor' | 'newest'>,
  bound: number,
): Replay {
  if (since > newest) return 'refetch';
  if (since >= floor) return 'ring';
  return newest - since <= bound ? 'table' : 'refetch';
}

/** The first and the last number in the events table; null if it is empty. */
export interface Extent {
  oldest: number;
  newest: number;
}

/**
 * Whether a table of this extent still has every event after `cursor`. Only the oldest events are
 * ever pruned and the newest never is, so an empty table is one that never had an event. Errs on
 * the safe side: numbers that rolled-back transactions took at the very start count as events.
 */
export function holdsAllAfter(cursor: number, extent: Extent | null): boolean {
  if (extent === null) return cursor === 0;
  return extent.oldest <= cursor + 1 && cursor <= extent.newest;
}
