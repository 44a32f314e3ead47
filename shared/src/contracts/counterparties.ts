import * as v from 'valibot';
import { partyKinds } from './party.ts';

/**
 * `data` of `parties/counterparties`: with whom a party has most of its latest transfers, the most
 * frequent first. `of`: how many transfers were looked at; `whole`: the party has no more.
 */
export const counterpartiesSchema = v.object({
  list: v.array(
    v.object({
      kind: v.picklist(partyKinds),
      id: v.string(),
      name: v.string(),
      count: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
  ),
  of: v.pipe(v.number(), v.integer(), v.minValue(0)),
  whole: v.boolean(),
});
export type Counterparties = v.InferOutput<typeof counterpartiesSchema>;
