import * as v from 'valibot';
import { millisecondsSchema } from './transfer.ts';

const neighbourSchema = v.object({
  item: v.string(),
  trxn: v.nullish(v.string(), null),
  crts: millisecondsSchema,
});
export type Neighbour = v.InferOutput<typeof neighbourSchema>;

const sidesSchema = v.object({
  earlier: v.nullable(neighbourSchema),
  later: v.nullable(neighbourSchema),
});

/**
 * `data` of `transfers/neighbours`: what stands before and after a transfer, in the order of time.
 * `credit` is of its credit party's list (of its form), `debit` of its debit party's.
 */
export const neighboursSchema = v.object({ credit: sidesSchema, debit: sidesSchema });
export type Neighbours = v.InferOutput<typeof neighboursSchema>;
