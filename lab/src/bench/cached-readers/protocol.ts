import * as v from 'valibot';

/** What a process with readers is told. */
export const orderSchema = v.variant('type', [
  /** Begins so many readers of the stream at an address, at its end; answered when each has polled once. */
  v.object({ type: v.literal('open'), url: v.string(), readers: v.number() }),
  /** Answered when each reader has so many events more. */
  v.object({ type: v.literal('wait'), events: v.number() }),
]);
export type Order = v.InferOutput<typeof orderSchema>;
