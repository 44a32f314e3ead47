import * as v from 'valibot';
import { partyKinds } from './party.ts';
import { transferRowSchema } from './transfer.ts';

/**
 * `data` of `search`. `exact` is what has the text as its id, whatever the case of a transaction id. A
 * party may have it in another case where it is the only one.
 * Parties follow by name: the whole of it, its beginning, the beginning of one of its words. Transfers
 * follow by the beginning of their item or transaction id.
 */
export const searchResultSchema = v.object({
  exact: v.nullable(
    v.variant('to', [
      v.object({
        to: v.literal('transfer'),
        item: v.string(),
        trxn: v.nullable(v.string()),
      }),
      v.object({
        to: v.literal('party'),
        kind: v.picklist(partyKinds),
        id: v.string(),
        /** All kinds of the party, `kind` first. An earlier service does not say. */
        kinds: v.optional(v.array(v.picklist(partyKinds))),
      }),
    ]),
  ),
  parties: v.array(
    v.object({ id: v.string(), name: v.string(), kinds: v.array(v.picklist(partyKinds)) }),
  ),
  transfers: v.array(transferRowSchema),
  /** Which of the lists were cut off. An earlier service does not say. */
  more: v.optional(v.object({ parties: v.boolean(), transfers: v.boolean() })),
});
export type SearchResult = v.InferOutput<typeof searchResultSchema>;
