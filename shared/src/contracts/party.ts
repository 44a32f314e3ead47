import * as v from 'valibot';

/** The four parts a party can play. One id may be known under several kinds. */
export const partyKinds = ['user', 'creator', 'consumer', 'checker'] as const;
export type PartyKind = (typeof partyKinds)[number];

/** Those that the credit party of a transfer can have. */
export const creditKinds = ['creator', 'consumer', 'checker'] as const;
export type CreditKind = (typeof creditKinds)[number];

/**
 * `data` of `users/details` and `teams/details`. `kinds` are all under which the id is known (a service
 * of before does not say them).
 */
export const partyDetailSchema = v.object({
  name: v.string(),
  kinds: v.optional(v.array(v.picklist(partyKinds)), []),
});
export type PartyDetail = v.InferOutput<typeof partyDetailSchema>;
