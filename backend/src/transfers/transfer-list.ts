import { pageSize } from '@tallystick/shared/contracts/page-size';
import type {
  TransferForm,
  TransferList,
  TransferRow,
} from '@tallystick/shared/contracts/transfer';
import type { Statement } from '@tallystick/store/connections';
import { daysPerSpan, msPerDay } from '../ledger/scope.ts';
import { searchPattern } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';

/** The lists of transfers; the last three are those of one party. */
export type ListName = 'all' | 'assets' | 'creator' | 'consumer' | 'user';

export interface ListQuery {
  list: ListName;
  /** Id of the party; unused by the lists that have none. */
  party?: string;
  /** Page, from 1. */
  index: number;
  /** Page size. */
  items: number;
  search?: string;
}

/** Pages that begin within so many rows are read off the index; farther ones through the tally. */
const nearRows = 500;
const columns = 'item, trxn, stat, form, sort, crts, cred, debt';
const newestFirst = 'order by crts desc, item desc';

/**
 * What spans are summed up from: those of everything are kept, a party's are few enough to be made
 * from its days.
 */
const partySpans = `(select scope, day / ${daysPerSpan} as span, form, n from tally) as span`;

interface ListDefinition {
  spans: string;
  /** Of the tally's rows of its scope. */
  counts: string;
  /** Of the transfers; `$3` is the party. */
  rows: string;
  scope: (party: string) => string;
}
const definitions: Record<ListName, ListDefinition> = {
  all: { spans: 'span', counts: 'true', rows: 'true', scope: () => '' },
  assets: { spans: 'span', counts: `form = 'asset'`, rows: `form = 'asset'`, scope: () => '' },
  creator: {
    spans: partySpans,
    counts: 'true',
    rows: `cred = $3 and form = 'asset'`,
    scope: (party) => `creator/${party}`,
  },
  consumer: {
    spans: partySpans,
    counts: 'true',
    rows: `cred = $3 and form = 'data'`,
    scope: (party) => `consumer/${party}`,
  },
  user: { spans: partySpans, counts: 'true', rows: 'debt = $3', scope: (party) => `user/${party}` },
};

/**
 * Values of every page's statement: `$1` scope or pattern, `$2` offset, `$3` party.
 * The limits are written out so that the planner finds a plan that it can keep.
 */
function nearPage(list: ListName, items: number): Statement {
  const { spans, counts, rows } = definitions[list];
  return {
    ...named(`${list} near`, items),
    text: `
      select page.*,
        (select coalesce(sum(n), 0)::bigint from ${spans} where scope = $1 and ${counts}) as count,
        (select coalesce(max(id), 0) from event) as sequence
      from (select 1) as one left join (
        select * from (
          select ${columns} from transfer where ${rows} ${newestFirst} limit ${nearRows + items}
        ) as t
        ${newestFirst} offset $2 limit ${items}
      ) as page on true
      ${newestFirst}`,
  };
}

/**
 * The same for pages far from the newest: finds the span, then the day in which the page begins,
 * by summing up the tally from the newest on, then steps over that day's rows only.
 */
function farPage(list: ListName, items: number): Statement {
  const { spans, counts, rows } = definitions[list];
  return {
    ...named(`${list} far`, items),
    text: `
      with spans as materialized (
        select span, sum(n)::bigint as n from ${spans} where scope = $1 and ${counts} group by span
      ), first_span as (
        select span, upto - n as before
        from (select span, n, sum(n) over (order by span desc)::bigint as upto from spans) as s
        where upto > $2 order by span desc limit 1
      ), days as (
        select day, sum(tally.n)::bigint as n, min(before) as before
        from first_span join tally on day >= span * ${daysPerSpan} and day < (span + 1) * ${daysPerSpan}
        where scope = $1 and ${counts}
        group by day
      ), first_day as (
        select day, upto - n as before
        from (
          select day, n, before + sum(n) over (order by day desc)::bigint as upto from days
        ) as d
        where upto > $2 order by day desc limit 1
      )
      select page.*,
        (select coalesce(sum(n), 0)::bigint from spans) as count,
        (select coalesce(max(id), 0) from event) as sequence
      from (select 1) as one left join (
        select t.* from first_day cross join lateral (
          select ${columns} from transfer
          where ${rows} and crts < (day + 1)::bigint * ${msPerDay}
          ${newestFirst} offset $2 - before limit ${items}
        ) as t
      ) as page on true
      ${newestFirst}`,
  };
}

/** A page of those transfers whose search text is like the pattern. */
function searchedPage(list: ListName, items: number, indexed: boolean): Statement {
  const searched = indexed ? 'search' : `search || ''`;
  return {
    text: `
      with hits as materialized (
        select item, crts from transfer where ${definitions[list].rows} and ${searched} like $1
      )
      select page.*,
        (select count(*) from hits) as count,
        (select coalesce(max(id), 0) from event) as sequence
      from (select 1) as one left join (
        select ${columns} from transfer join (
          select item from hits ${newestFirst} offset $2 limit ${items}
        ) as h using (item)
      ) as page on true
      ${newestFirst}`,
  };
}

/** Only statements of the site's own page size are kept: names for every size would pile up. */
const named = (name: string, items: number) => (items === pageSize ? { name } : {});

interface Totals {
  count: number;
  sequence: number;
}
/** A row of the page, or one row without a transfer if the page is empty. */
type PageRow = Totals &
  ((Omit<TransferRow, 'feat'> & { form: TransferForm; sort: string }) | { item: null });

/**
 * One page of a list, newest first (by `crts`, then `item`), with the number of all transfers in
 * the list and of the last event that both contain: all of one snapshot. A page past the end is
 * empty. A search that names nothing is none.
 */
export async function listTransfers(
  store: Pick<Store, 'query'>,
  query: ListQuery,
): Promise<Required<TransferList>> {
  const { list, party = '', index, items } = query;
  const offset = (index - 1) * items;
  const search = searchPattern(query.search ?? '');
  const page = offset <= nearRows ? nearPage : farPage;
  const statement = search ? searchedPage(list, items, search.indexed) : page(list, items);
  const values = [search ? search.pattern : definitions[list].scope(party), offset];
  if (list !== 'all' && list !== 'assets') values.push(party);
  const rows = await store.query<PageRow>(statement, values);
  const transfers: TransferRow[] = [];
  for (const row of rows) {
    if (row.item === null) continue;
    const { item, trxn, stat, form, sort, crts, cred, debt } = row;
    transfers.push({ item, trxn, stat, feat: { form, sort }, crts, cred, debt });
  }
  return { list: transfers, count: rows[0]?.count ?? 0, sequence: rows[0]?.sequence ?? 0 };
}
