import * as v from 'valibot';
import { millisecondsSchema } from './transfer.ts';

const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Transfers of some days: how many of each form, and how many of each status 0 to 9. */
const activityBarSchema = v.object({
  /** First moment of its first day, UTC, in milliseconds since 1970. */
  start: v.pipe(v.number(), v.integer()),
  kinds: v.object({ asset: countSchema, data: countSchema }),
  statuses: v.pipe(v.array(countSchema), v.length(10)),
});
export type ActivityBar = v.InferOutput<typeof activityBarSchema>;

/** What one bar stands for; weeks begin on Monday. */
export const activityUnits = ['day', 'week', 'month'] as const;

/**
 * `data` of `transfers/activity`: transfers by the time of their creation, oldest bar first, without
 * a gap; the last bar holds the newest transfer. There are none while there is no transfer.
 */
export const activitySchema = v.object({
  bars: v.array(activityBarSchema),
  /** A bar stands for `each` of these. */
  unit: v.picklist(activityUnits),
  each: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Days that are counted, up to the newest; null: from the first transfer on. An earlier service does not say. */
  days: v.optional(v.nullable(countSchema)),
  /** First moment of the day of the newest transfer; null if there is none. */
  newest: v.nullable(millisecondsSchema),
  /** Number of the last live event that is surely counted. */
  sequence: countSchema,
});
export type Activity = v.InferOutput<typeof activitySchema>;
