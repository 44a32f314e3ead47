import * as v from 'valibot';
import { millisecondsSchema } from './transfer.ts';

/**
 * `data` of `transfers/changes`: when transfers were last changed, by their items. Those that were not since they were
 * recorded are left out.
 */
export const transferChangesSchema = v.object({
  list: v.array(v.object({ item: v.string(), changed: millisecondsSchema })),
});
export type TransferChanges = v.InferOutput<typeof transferChangesSchema>;
