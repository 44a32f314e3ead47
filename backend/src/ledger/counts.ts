/** How many records of a sort were new, changed, or already there as they are. */
export interface Counts {
  inserted: number;
  updated: number;
  unchanged: number;
}

export const noCounts = (): Counts => ({ inserted: 0, updated: 0, unchanged: 0 });

/** Adds some counts to a sum. */
export function addCounts(sum: Counts, counts: Counts): void {
  sum.inserted += counts.inserted;
  sum.updated += counts.updated;
  sum.unchanged += counts.unchanged;
}
