import * as v from 'valibot';
import { partyKinds } from './party.ts';

/**
 * `data` of `parties/counterparties`: with whom a party has most of its latest transfers, the most
 * frequent first, and of those with as many whoever has the latest. `of`: how many transfers were looked at; `whole`:
 * the party has no more; `all`: with how many these were, which a service of before does not say.
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
  all: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type Counterparties = v.InferOutput<typeof counterpartiesSchema>;
