import * as v from 'valibot';
import { creditKinds, partyKinds } from './party.ts';

/** `asset` is a credential that a creator issues; `data` is a user's data that a consumer calls. */
export const transferForms = ['asset', 'data'] as const;
export type TransferForm = (typeof transferForms)[number];

export const featSchema = v.object({ form: v.picklist(transferForms), sort: v.string() });

/** Status code, 0 to 9; labels and colours in `transfers/status`. */
export const statusSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9));

/** Milliseconds since 1970, which some sources send as a string. */
export const millisecondsSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(0),
);

/**
 * One row of a transfer list, and the full document of a live event. `item` is unique; `trxn` is
 * shown to people and may be missing; `cred` and `debt` are party ids. `credit` and `debit` name
 * them: a list as they are called now, an event as they were when it was recorded. An older service
 * does not say them.
 */
export const transferRowSchema = v.object({
  item: v.string(),
  trxn: v.nullish(v.string(), null),
  stat: v.optional(statusSchema, 0),
  feat: featSchema,
  crts: millisecondsSchema,
  cred: v.string(),
  debt: v.string(),
  credit: v.optional(v.object({ name: v.string(), kind: v.picklist(creditKinds) })),
  debit: v.optional(v.object({ name: v.string() })),
});
export type TransferRow = v.InferOutput<typeof transferRowSchema>;

/**
 * `data` of every list call: one page of records, and how many there are in all. A search that is
 * bounded has `more`: it looked no further, and there are `count` or more. `sequence` is the number
 * of the last live event that list and count already contain (0: none yet). A list on screen asks
 * the live feed for what came after that event.
 */
export const transferListSchema = v.object({
  list: v.array(transferRowSchema),
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  more: v.optional(v.boolean()),
  sequence: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type TransferList = v.InferOutput<typeof transferListSchema>;

const sideSchema = v.object({ name: v.string(), item: v.string(), kind: v.picklist(partyKinds) });

/**
 * `data` of `transfers/details`. `credit.item` and `debit.item` are party ids. `sequence` is the
 * number of the last live event that this contains; an older service does not say it.
 */
export const transferDetailSchema = v.object({
  item: v.string(),
  trxn: v.nullish(v.string(), null),
  status: statusSchema,
  created: millisecondsSchema,
  feat: featSchema,
  credit: sideSchema,
  debit: sideSchema,
  sequence: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type TransferDetail = v.InferOutput<typeof transferDetailSchema>;

/** One variable of a transfer, as issued. */
export const dataVariableSchema = v.object({
  name: v.string(),
  memo: v.string(),
  data: v.union([v.string(), v.number(), v.boolean(), v.null()]),
});
export type DataVariable = v.InferOutput<typeof dataVariableSchema>;

/** `data` of `transfers/data/details`; empty unless the transfer's status is 6. */
export const transferDataSchema = v.object({ vars: v.array(dataVariableSchema) });
export type TransferData = v.InferOutput<typeof transferDataSchema>;
