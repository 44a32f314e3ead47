import { transferRowSchema } from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';
import type { LedgerEvent } from '../live/frame.ts';

/** A change message of the Durable Streams State Protocol. An update says the whole transfer anew. */
export const changeMessageSchema = v.object({
  type: v.literal('transfer'),
  key: v.pipe(v.string(), v.description('The transfer’s item.')),
  value: transferRowSchema,
  headers: v.object({
    operation: v.picklist(['insert', 'update']),
    timestamp: v.pipe(v.string(), v.description('When it was recorded, by RFC 3339.')),
  }),
});
export type ChangeMessage = v.InferOutput<typeof changeMessageSchema>;

export function changeMessage({ operation, transfer, at }: LedgerEvent): ChangeMessage {
  const headers = { operation, timestamp: at.toISOString() };
  return { type: 'transfer', key: transfer.item, value: transfer, headers };
}
