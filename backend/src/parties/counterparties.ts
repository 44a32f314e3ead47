import {
  type Counterparties,
  counterpartiesSchema,
} from '@tallystick/shared/contracts/counterparties';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import { asBatch } from '@tallystick/store/caller';
import * as v from 'valibot';
import { partyFields } from '../service/fields.ts';
import { jsonSchema } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import type { Store } from '../store/store.ts';
import { firstRows, listed, newestFirst, statementValues } from '../transfers/selection.ts';

/** Transfers that are looked at, so that the call costs the same for a party with millions. */
const latest = 2_000;
const most = 5;

/** The call for those with whom a party has most of its transfers. */
export const counterparties = ledgerCall({
  path: '/parties/counterparties',
  summary: 'With whom a party has most of its latest transfers',
  tags: ['parties'],
  asks: v.object(partyFields),
  finds: jsonSchema(counterpartiesSchema, {
    list: `The most frequent first, of these the latest, at most ${most}.`,
    of: `How many of the latest transfers were looked at, at most ${latest}.`,
    whole: 'Whether the party has no more transfers.',
    all: 'With how many parties the transfers were that were looked at.',
  }),
  find: (store, { kind, user }) => asBatch(() => findCounterparties(store, kind, user)),
});

interface Found extends Record<string, unknown> {
  kind: PartyKind | null;
  id: string;
  name: string;
  count: number;
  looked: number;
  all: number;
}

/** With whom a party has most of its latest transfers; nobody, of a party that is not known. */
async function findCounterparties(
  store: Pick<Store, 'query'>,
  kind: PartyKind,
  party: string,
): Promise<Counterparties> {
  const selection = listed(kind === 'checker' ? 'consumer' : kind, party);
  const { values, add } = statementValues();
  const other = kind === 'user' ? 'cred_kind as kind, cred as id' : `'user' as kind, debt as id`;
  const rows = firstRows(selection, add, {
    columns: `${other}, crts, item`,
    order: 'desc',
    limit: String(latest + 1),
  });
  const text = `
    with latest as materialized (${rows}), others as (
      select kind, id, count(*) as count, max(crts) as last, count(*) over () as all
      from (select * from latest ${newestFirst} limit ${latest}) as looked
      group by kind, id order by count desc, last desc, kind, id limit ${most}
    )
    select others.*, name, (select count(*) from latest) as looked
    from (select 1) as one
    left join (others join party using (kind, id)) on true
    order by others.count desc, others.last desc, others.kind, others.id`;
  const found = await store.query<Found>({ text }, values);
  const looked = found[0]?.looked ?? 0;
  return {
    list: found.flatMap(({ kind, id, name, count }) =>
      kind === null ? [] : { kind, id, name, count },
    ),
    of: Math.min(looked, latest),
    whole: looked <= latest,
    all: found[0]?.all ?? 0,
  };
}
