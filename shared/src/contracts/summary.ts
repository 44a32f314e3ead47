import * as v from 'valibot';
import type { ExportList } from './export.ts';
import type { ListFilters } from './list-filters.ts';
import { millisecondsSchema } from './transfer.ts';

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Which transfers a summary is about: those of a list, narrowed. */
export interface SummaryScope {
  readonly list: ExportList;
  /** Id of the party whose list it is. */
  readonly party?: string | undefined;
  readonly filters?: ListFilters | undefined;
}

/**
 * `data` of `transfers/summary`. `count`, `first` and `last` are under all filters. `forms` leave
 * out the filter `form`, and `statuses` the filter `stat`: a filter bar shows them beside its
 * choices.
 */
export const transferSummarySchema = v.object({
  count: countSchema,
  /** When the oldest was created; null if there is none. */
  first: v.nullable(millisecondsSchema),
  last: v.nullable(millisecondsSchema),
  forms: v.object({ asset: countSchema, data: countSchema }),
  /** Counts by status, 0 to 9. */
  statuses: v.pipe(v.array(countSchema), v.length(10)),
  /** Number of the last live event that these counts include. */
  sequence: countSchema,
});
export type TransferSummary = v.InferOutput<typeof transferSummarySchema>;
