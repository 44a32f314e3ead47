import * as v from 'valibot';
import { transferRowSchema } from './transfer.ts';

/** The live feed's database and collection. */
export const liveDatabase = 'ledger';
export const liveCollection = 'transfers';

const numberedSchema = v.object({ _data: v.pipe(v.string(), v.regex(/^\d{1,15}$/)) });

/**
 * The first message of a watch with `filter: {_position: true}`: every event after `sequence`
 * follows on the same stream, and nothing before it. With `_since` it repeats that number.
 */
export const livePositionSchema = v.pipe(
  v.object({ _id: numberedSchema, operationType: v.literal('position') }),
  v.transform(({ _id }) => ({ sequence: Number(_id._data) })),
);

/**
 * One event of the live feed. `sequence` numbers events in commit order;
 * it is the wire's `_id._data`, written as a decimal number.
 */
export const liveEventSchema = v.pipe(
  v.object({
    _id: numberedSchema,
    operationType: v.picklist(['insert', 'update']),
    fullDocument: transferRowSchema,
  }),
  v.transform(({ _id, operationType, fullDocument }) => ({
    sequence: Number(_id._data),
    operation: operationType,
    transfer: fullDocument,
  })),
);
export type LiveEvent = v.InferOutput<typeof liveEventSchema>;

/** Error code with which the feed ends a stream whose gap it can no longer fill. */
export const refetchErrorCode = 'RefetchRequired';
