import {
  type PartyAddresses,
  partyAddressesSchema,
  type TransferAddresses,
  transferAddressesSchema,
} from '@tallystick/shared/contracts/addresses';
import { asBatch } from '@tallystick/store/caller';
import * as v from 'valibot';
import { whole } from '../service/fields.ts';
import { jsonSchema } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import type { Store } from '../store/store.ts';
import { pageByCounts } from '../transfers/selected-page.ts';
import { statementValues } from '../transfers/selection.ts';

/** Addresses of one page. */
export const pageSize = 2_000;
const maxPage = Math.floor(Number.MAX_SAFE_INTEGER / pageSize) - 1;

const asks = v.object({
  page: v.pipe(whole(1), v.maxValue(maxPage), v.description('From 1; one past the last is empty.')),
});

/** The calls that list all that has a page of its own, for a sitemap. */
export const addresses = [
  ledgerCall({
    path: '/transfers/addresses',
    summary: `The transfers, ${pageSize} a page, the oldest first`,
    tags: ['transfers'],
    asks,
    finds: jsonSchema(transferAddressesSchema, {
      'list[].id': 'Its item: several may have one trxn.',
      'list[].crts': 'Milliseconds since 1970.',
    }),
    find: (store, { page }) => asBatch(() => transferAddresses(store, page)),
  }),
  ledgerCall({
    path: '/parties/addresses',
    summary: `The parties, at most ${pageSize} a page, in the order in which they were recorded`,
    tags: ['parties'],
    asks,
    finds: jsonSchema(partyAddressesSchema),
    find: (store, { page }) => asBatch(() => partyAddresses(store, page)),
  }),
];

/** A page that is full changes only if a transfer older than its last is recorded later. */
async function transferAddresses(
  store: Pick<Store, 'query'>,
  page: number,
): Promise<TransferAddresses> {
  const { values, add } = statementValues();
  const place = { offset: (page - 1) * pageSize, items: pageSize };
  const text = `
    with ${pageByCounts({}, add, place, 'asc', 'crts, item')}
    select page.item as id, page.crts, (select coalesce(sum(n), 0)::bigint from span) as count
    from (select 1) as one left join page on true
    order by page.crts, page.item`;
  const rows = await store.query<{ id: string | null; crts: number; count: number }>(
    { name: 'addresses of transfers', text },
    values,
  );
  return {
    list: rows.flatMap(({ id, crts }) => (id === null ? [] : { id, crts })),
    pages: Math.ceil((rows[0]?.count ?? 0) / pageSize),
  };
}

/** Pages are by number, and numbers are never given to others: a party stays on its page. */
const parties = {
  name: 'addresses of parties',
  text: `
    select p.kind, p.id, (select coalesce(max(number), 0) from party) as last
    from (select 1) as one
    left join party p on p.number > $1 and p.number <= $1 + ${pageSize}
    order by p.number`,
};

async function partyAddresses(store: Pick<Store, 'query'>, page: number): Promise<PartyAddresses> {
  type Row = { last: number } & (PartyAddresses['list'][number] | { kind: null });
  const rows = await store.query<Row>(parties, [(page - 1) * pageSize]);
  return {
    list: rows.flatMap((row) => (row.kind === null ? [] : { kind: row.kind, id: row.id })),
    pages: Math.ceil((rows[0]?.last ?? 0) / pageSize),
  };
}
