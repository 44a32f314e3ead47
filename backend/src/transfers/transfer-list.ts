import type { ExportList } from '@tallystick/shared/contracts/export';
import { pageSize } from '@tallystick/shared/contracts/page-size';
import type { TransferList } from '@tallystick/shared/contracts/transfer';
import type { Statement } from '@tallystick/store/connections';
import { daysPerSpan, msPerDay } from '../ledger/scope.ts';
import { searchPattern } from '../ledger/search.ts';
import type { Store } from '../store/store.ts';
import {
  columns,
  definitions,
  isOfParty,
  type ListedRow,
  newestFirst,
  transfersOf,
} from './lists.ts';
import { searchTransfers } from './search-list.ts';

export interface ListQuery {
  list: ExportList;
  /** Id of the party; unused by the lists that have none. */
  party?: string;
  /** Page, from 1. */
  index: number;
  /** Page size. */
  items: number;
  search?: string;
}

/** Pages that begin within so many rows are read off the index; farther ones by the daily counts. */
const nearRows = 500;

/**
 * Values of every page's statement: `$1` scope, `$2` offset, `$3` party.
 * The limits are written out so that the planner finds a plan that it can keep.
 */
function nearPage(list: ExportList, items: number): Statement {
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
 * by summing up the counts from the newest on, then steps over that day's rows only.
 */
function farPage(list: ExportList, items: number): Statement {
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

/** Only statements of the site's own page size are kept: names for every size would pile up. */
const named = (name: string, items: number) => (items === pageSize ? { name } : {});

interface Totals {
  count: number;
  sequence: number;
}
/**
 * One page of a list, newest first (by `crts`, then `item`), with the number of all transfers in
 * the list and of the last event that both contain: all of one snapshot, but for a search with many
 * hits. A page past the end is empty. A search that names nothing is none.
 */
export async function listTransfers(
  store: Pick<Store, 'query'>,
  query: ListQuery,
): Promise<Required<TransferList>> {
  const { list, party = '', index, items } = query;
  const offset = (index - 1) * items;
  const search = searchPattern(query.search ?? '');
  if (search) return searchTransfers(store, { list, party, offset, items, ...search });
  const page = offset <= nearRows ? nearPage : farPage;
  const values = [definitions[list].scope(party), offset];
  if (isOfParty(list)) values.push(party);
  const rows = await store.query<Totals & ListedRow>(page(list, items), values);
  return {
    list: transfersOf(rows),
    count: rows[0]?.count ?? 0,
    sequence: rows[0]?.sequence ?? 0,
  };
}
