import * as v from 'valibot';

/** What the process that reads is told. Times are milliseconds of the machine's monotonic clock. */
export const orderSchema = v.variant('type', [
  /** Opens so many streams at once. */
  v.object({
    type: v.literal('open'),
    port: v.number(),
    path: v.string(),
    authorization: v.string(),
    streams: v.number(),
  }),
  /** Answers once each stream has the event with this number. */
  v.object({ type: v.literal('wait'), sequence: v.number() }),
  /** Says how long the events took that were sent at these times, from `first` on, and forgets them. */
  v.object({ type: v.literal('report'), first: v.number(), sent: v.array(v.number()) }),
  v.object({ type: v.literal('close') }),
]);
export type Order = v.InferOutput<typeof orderSchema>;

/** Milliseconds within which half, 99 of 100 and all were there; `wrong`: events that were missing, twice or late. */
export const reportSchema = v.object({
  p50: v.number(),
  p99: v.number(),
  max: v.number(),
  wrong: v.number(),
});
export type Report = v.InferOutput<typeof reportSchema>;

/** The machine's monotonic clock, the same for all processes. */
export const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6;
