import * as v from 'valibot';
import { partyKinds } from './party.ts';

/**
 * `data` of `parties/counterparties`: with whom a party has most of its latest transfers, the most
 * frequent first, then the latest. `of`: how many transfers were looked at; `whole`: the party has no more. `all` says
 * with how many parties these were; an earlier service does not say it.
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
