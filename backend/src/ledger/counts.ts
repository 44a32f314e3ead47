import * as v from 'valibot';
import { whole } from '../service/fields.ts';

const count = whole(0);
export const countsSchema = v.object({ inserted: count, updated: count, unchanged: count });
/** How many records of a sort were new, changed, or already there as they are. */
export type Counts = v.InferOutput<typeof countsSchema>;

export const noCounts = (): Counts => ({ inserted: 0, updated: 0, unchanged: 0 });

/** Adds some counts to a sum. */
export function addCounts(sum: Counts, counts: Counts): void {
  sum.inserted += counts.inserted;
  sum.updated += counts.updated;
  sum.unchanged += counts.unchanged;
}
