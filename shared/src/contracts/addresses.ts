import * as v from 'valibot';
import { partyKinds } from './party.ts';
import { millisecondsSchema } from './transfer.ts';

const pages = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * `data` of `transfers/addresses`: the transfers of one page of a sitemap, the oldest first. `id` is
 * what a transaction's page is asked for by.
 */
export const transferAddressesSchema = v.object({
  list: v.array(v.object({ id: v.string(), crts: millisecondsSchema })),
  pages,
});
export type TransferAddresses = v.InferOutput<typeof transferAddressesSchema>;

/** `data` of `parties/addresses`: the same of parties, in the order in which they were recorded. */
export const partyAddressesSchema = v.object({
  list: v.array(v.object({ kind: v.picklist(partyKinds), id: v.string() })),
  pages,
});
export type PartyAddresses = v.InferOutput<typeof partyAddressesSchema>;
