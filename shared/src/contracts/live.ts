import * as v from 'valibot';
import { featSchema, millisecondsSchema, transferRowSchema } from './transfer.ts';

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

/** What of a transfer decides in which lists it stands and where, as it was before an update. */
export const wasSchema = v.object({
  feat: featSchema,
  crts: millisecondsSchema,
  cred: v.string(),
  debt: v.string(),
});
export type Was = v.InferOutput<typeof wasSchema>;

/**
 * One event of the live feed. `sequence` numbers events in commit order;
 * it is the wire's `_id._data`, written as a decimal number. An update that changed one of them has
 * `was` (a service of before does not say it).
 */
export const liveEventSchema = v.pipe(
  v.object({
    _id: numberedSchema,
    operationType: v.picklist(['insert', 'update']),
    fullDocument: transferRowSchema,
    was: v.optional(wasSchema),
  }),
  v.transform(({ _id, operationType, fullDocument, ...rest }) => ({
    sequence: Number(_id._data),
    operation: operationType,
    transfer: fullDocument,
    ...rest,
  })),
);
export type LiveEvent = v.InferOutput<typeof liveEventSchema>;

/** Error code with which the feed ends a stream whose gap it can no longer fill. */
export const refetchErrorCode = 'RefetchRequired';
