import { type PartyKind, partyKinds } from '@tallystick/shared/contracts/party';
import { type SearchResult, searchResultSchema } from '@tallystick/shared/contracts/search';
import type { Statement } from '@tallystick/store/connections';
import * as v from 'valibot';
import { afterAll, searchesFor } from '../ledger/search.ts';
import { type NamedColumns, namedRow, namedRows } from '../ledger/transfer-row.ts';
import { text } from '../service/fields.ts';
import { jsonSchema } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import type { Store } from '../store/store.ts';
import { namedRowSchema } from '../transfers/schemas.ts';
import { byId } from '../transfers/transfer-details.ts';
import { findPartiesByName } from './parties-by-name.ts';

/** The call that says what a text may mean. */
export const search = ledgerCall({
  path: '/search',
  summary: 'What an id, or the beginning of an id or of a name, may mean',
  tags: ['transfers', 'parties'],
  asks: v.object({
    text: v.pipe(text(200), v.description('An id, or the beginning of an id or of a name.')),
  }),
  finds: jsonSchema(
    v.object({ ...searchResultSchema.entries, transfers: v.array(namedRowSchema) }),
    {
      exact:
        'What has the text as its id: a transfer (whatever the case of its trxn) or a party (the only one in another case, too).',
      more: 'Which of the lists were cut off.',
      parties: 'By their whole name, its beginning, or the beginning of one of its words.',
      transfers: 'By the beginning of their item or trxn.',
    },
  ),
  find: (store, { text }) => findAnything(store, text),
});

const maxTransfers = 5;

/** The transfer with the id `$1`, and the party: the one that has it, or else the only one that has it in another case. */
const exact: Statement = {
  name: 'search by id',
  text: `
    with same as (
      select id, kind, array_position(array[${partyKinds.map((kind) => `'${kind}'`)}], kind) as n
      from party where lower(id) = lower($1 collate "C")
    ), party_of as (
      select min(id) as id, array_agg(kind order by n) as kinds from same
      where id = $1 or not exists (select from same where id = $1)
      having count(distinct id) = 1
    )
    select t.item, t.trxn, p.id, p.kinds
    from (select 1) as one left join (${byId}) as t on true left join party_of as p on true`,
};

/** The first by each index that have `$1` as the beginning of an id, whatever its case; `$2` is after all of these. */
const transfersFrom: Statement = {
  name: 'search transfers by beginning',
  text: `
    select named.*
    from (${namedRows(`
      select * from transfer where item in (
        (select item from transfer where item >= $1 and item < $2 order by item limit ${maxTransfers + 1})
        union
        (select item from transfer where item >= lower($1 collate "C") and item < lower($2 collate "C")
          order by item limit ${maxTransfers + 1})
        union
        (select item from transfer
          where lower(trxn) >= lower($1 collate "C") and lower(trxn) < lower($2 collate "C")
          order by lower(trxn) limit ${maxTransfers + 1})
      )`)}) as named
    order by item = $1 desc, coalesce(lower(trxn) = lower($1 collate "C"), false) desc, crts desc, item desc
    limit ${maxTransfers + 1}`,
};

/** What a text may mean, as it was typed or else cleaned. */
export async function findAnything(
  store: Pick<Store, 'query'>,
  text: string,
): Promise<SearchResult> {
  for (const asked of searchesFor(text)) {
    if (asked === '') break;
    const found = await findBeginnings(store, asked);
    if (found.exact || found.parties.length > 0 || found.transfers.length > 0) return found;
  }
  const more = { parties: false, transfers: false };
  return { exact: null, parties: [], transfers: [], more };
}

/** Each found by the beginning of something in an index: flat, however long the ledger. */
async function findBeginnings(store: Pick<Store, 'query'>, asked: string): Promise<SearchResult> {
  // All three are asked at once, because each waits for the store and none for another.
  const [[found], named, transfers] = await Promise.all([
    store.query<Exact>(exact, [asked]),
    findPartiesByName(store, asked),
    store.query<NamedColumns>(transfersFrom, [asked, afterAll(asked)]),
  ]);
  return {
    exact: exactOf(found),
    parties: named.parties,
    transfers: transfers.slice(0, maxTransfers).map(namedRow),
    more: { parties: named.more, transfers: transfers.length > maxTransfers },
  };
}

interface Exact extends Record<string, unknown> {
  item: string | null;
  trxn: string | null;
  id: string | null;
  kinds: PartyKind[] | null;
}

function exactOf(found: Exact | undefined): SearchResult['exact'] {
  if (!found) return null;
  const { item, trxn, id, kinds } = found;
  if (item !== null) return { to: 'transfer', item, trxn };
  const [kind] = kinds ?? [];
  return id === null || kind === undefined || kinds === null
    ? null
    : { to: 'party', kind, id, kinds };
}
