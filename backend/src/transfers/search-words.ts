import { type PartyKind, partyKinds } from '@tallystick/shared/contracts/party';
import type { TransferList } from '@tallystick/shared/contracts/transfer';
import type { Statement } from '@tallystick/store/connections';
import { isFoundBy, wordOf } from '../ledger/party-words.ts';
import { afterAll, fold, searchText } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import { type PageRow, pageOf, pageOfHits, withTotals } from './listed-rows.ts';
import type { SearchBounds } from './search-bounds.ts';
import type { SearchQuery } from './search-walk.ts';
import { newestFirst, rowsWhere, type Selection, statementValues } from './selection.ts';

const kinds = `unnest(array[${partyKinds.map((kind) => `'${kind}'`)}]) as each (kind)`;
/** Parties whose id begins with one of the texts `$2`, by kind. */
const idsFrom = `
  (select p.kind, p.id from ${kinds} cross join unnest($2::text[]) as asked (text) cross join lateral (
    select kind, id from party
    where kind = each.kind collate "C" and id >= asked.text collate "C" and id < asked.text || $3 collate "C"
    order by id limit $4) as p)`;
const wordsFrom = (first: boolean) => `
  (select kind, id from party_word where first = ${first} and word >= $1 and word < $1 || $3
   order by word limit $4)`;

/** How an id may begin where a text is looked for: as it is written, in lower case, without accents. */
const beginningsOf = (text: string) => [...new Set([text, text.toLowerCase(), fold(text)])];

/** Parties of whose name a word begins with `$1`, or whose id begins with one of `$2`. */
const partiesFrom: Statement = {
  name: 'search parties by beginning',
  text: `
    select kind, id, name, (select coalesce(max(id), 0) from event) as sequence
    from (select 1) as one left join (
      select * from (
        ${wordsFrom(true)} union ${wordsFrom(false)}
        union ${idsFrom}
      ) as any_of limit $4
    ) as found on true left join party using (kind, id)`,
};

interface PartyRow extends Record<string, unknown> {
  kind: PartyKind | null;
  id: string;
  name: string;
  sequence: number;
}

/** The newest transfers of each of some parties, and those whose ids begin with a text. */
function pageOfWords(
  { selection, search, offset, items }: SearchQuery,
  parties: readonly PartyRow[],
  bounds: SearchBounds,
) {
  const { values, add } = statementValues();
  const { form, stat, ...key } = selection;
  const rest: Selection = { ...(form !== undefined && { form }), ...(stat && { stat }) };
  const asked = beginningsOf(search.trim()).map((text) => `${add(text)}::text collate "C"`);
  const end = `${add(afterAll(''))}::text`;
  const read = 'item, crts, form, stat';
  const all = `${read}, cred, debt`;
  const own = (column: string, from: string) => `
    (select ${all} from transfer where ${column} >= ${from} and ${column} < ${from} || ${end}
     order by ${column} limit ${bounds.ids + 1})`;
  const theirs = (where: string) => `
    (select ${read}, cred_kind from transfer where ${where} and ${rowsWhere(key, add)}
     ${newestFirst} limit ${bounds.ofEach})`;
  const byKind = `case q.kind when 'creator' then 'asset' else 'data' end collate "C"`;
  const text = `
    with own as materialized (
      ${asked.map((text) => `${own('item', text)} union ${own('lower(trxn)', `lower(${text})`)}`).join(' union ')}
    ), theirs as materialized (
      select *, row_number() over (partition by n order by crts desc, item desc) as nth
      from (
        select q.n, q.kind, t.* from unnest(${add(parties.map(({ kind }) => kind))}::text[], ${add(parties.map(({ id }) => id))}::text[])
          with ordinality as q (kind, id, n)
        cross join lateral (
          select * from ${theirs(`q.kind = 'user' and debt = q.id collate "C"`)} as as_user
          union all
          select * from ${theirs(`q.kind <> 'user' and cred = q.id collate "C" and form = ${byKind}`)} as as_credit
        ) as t limit ${bounds.ofAll + 1}
      ) as bounded
    ), cut as (
      select crts, item from theirs where nth = ${bounds.ofEach} ${newestFirst} limit 1
    ), hits as (
      select item, crts from own where ${rowsWhere(selection, add)}
      union
      -- An id may be that of a consumer and of a checker, with names of their own.
      select item, crts from theirs where kind in ('user', cred_kind) and ${rowsWhere(rest, add)}
    ), sure as (
      select * from hits where not exists (
        select from cut where (hits.crts, hits.item) < (cut.crts, cut.item)
      )
    )
    ${withTotals(
      pageOfHits('sure', add, { offset, items }),
      `(select count(*) from sure) as count, (select count(*) from own) as own,
       (select count(*) from theirs) as theirs`,
    )}`;
  return { text, values };
}

/** Parties, and the number of the last event that was there when they were looked for. */
export interface FoundParties {
  found: PartyRow[];
  sequence: number;
}

/** The parties of whose name a word begins with a text, or whose id does; null: there are too many. */
export async function findParties(
  store: Pick<Store, 'query'>,
  { search, pattern }: SearchQuery,
  { parties }: SearchBounds,
): Promise<FoundParties | null> {
  const text = search.trim();
  const ids = beginningsOf(text);
  const asked = [wordOf(text), ids, afterAll(''), parties + 1];
  const rows = await store.query<PartyRow>(partiesFrom, asked);
  const begun = rows.filter(({ kind }) => kind !== null);
  if (begun.length > parties) return null;
  // A word of a name also begins after a hyphen; what is asked of a short text is a space before it.
  const asHit = `${pattern.startsWith('% ') ? ' ' : ''}${fold(text)}`;
  const found = begun.filter(
    ({ id, name }) =>
      ids.some((beginning) => id.startsWith(beginning)) ||
      (searchText([name]).includes(asHit) && isFoundBy(name, text)),
  );
  return { found, sequence: rows[0]?.sequence ?? 0 };
}

export interface FoundByWords {
  page: TransferList;
  /** Transfers whose own id begins with the text. */
  own: number;
  /** Whether those of the page are the newest of all that begin so. */
  areNewest: boolean;
}

/**
 * Transfers whose own id begins with a text, and those of some parties that do: `more`, for there may be hits
 * within words. They are the newest unless there are too many to be read.
 */
export async function findByWords(
  store: Pick<Store, 'query'>,
  query: SearchQuery,
  { found, sequence }: FoundParties,
  bounds: SearchBounds,
): Promise<FoundByWords> {
  const words = pageOfWords(query, found, bounds);
  const rows = await store.query<PageRow & { own: number; theirs: number }>(words, words.values);
  const page = pageOf(rows);
  const { own = 0, theirs = 0 } = rows[0] ?? {};
  return {
    // A party that was recorded after it was looked for has events after these.
    page: { ...page, sequence, more: true },
    own,
    areNewest: page.count > 0 && own <= bounds.ids && theirs <= bounds.ofAll,
  };
}
