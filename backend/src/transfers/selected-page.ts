import { msPerDay } from '../ledger/scope.ts';
import { countsOf, dailyCounts, scopesOf, segmentCount } from './counted.ts';
import { columns, withTotals } from './listed-rows.ts';
import {
  type AddValue,
  firstRows,
  hasIndex,
  type Order,
  ordered,
  type Selection,
} from './selection.ts';

export interface PagePlace {
  /** Transfers before the page. */
  offset: number;
  /** Page size. */
  items: number;
}

/** `with` clauses whose `n`, in `span`, sum up to how many transfers there are. */
const countedSpans = (selection: Selection, add: AddValue): string =>
  `${countsOf(selection, add, { ofSegment: `${segmentCount(selection, add)} as n`, ofDay: 't.n' })}
  , span as (select first, days, sum(n)::bigint as n from counts group by first, days)`;

/** SQL of how many there are, of `countedSpans`. */
const count = '(select coalesce(sum(n), 0)::bigint from span)';

/**
 * The rows of a page, `page`, and the counts of `countedSpans`: `with` clauses. Counts say where the rows are: in
 * which 16 days, in which of these days, and in which parts of a day that is divided. Of others nothing is
 * read, however rare the rows are.
 */
export function pageByCounts(
  selection: Selection,
  add: AddValue,
  { offset, items }: PagePlace,
  order: Order,
  columns: string,
): string {
  const [first, size] = [`${add(offset)}::bigint`, `${add(items)}::bigint`];
  /** Only the parts of one scope are those of the list. */
  const scope =
    scopesOf(selection).length === 1
      ? '(select scope from scope)'
      : 'case when min(t.scope) = max(t.scope) then min(t.scope) end';
  /** Those of the counts `of` in which the page lies, with how many are before each. */
  const chosen = (of: string, key: string, within?: string) => {
    const base = within === undefined ? '0' : `(select coalesce(min(before), 0) from ${within})`;
    return `materialized (
      select * from (
        select *, ${base} + sum(n) over (order by ${key})::bigint - n as before from ${of}
      ) as summed
      where before + n > ${first} and before < ${first} + ${size}
    )`;
  };
  const rows = firstRows(selection, add, {
    columns,
    within: '(crts, item) >= (part_crts, part_item) and (crts, item) < (next_crts, next_item)',
    order,
    limit: `${first} + ${size} - before`,
  });
  return `
    ${countedSpans(selection, add)}
    , chosen_span as ${chosen('span', `first ${order}`)}
    , day as (
      select day, sum(t.n)::bigint as n, ${scope} as scope
      from chosen_span cross join scope cross join lateral (
        ${dailyCounts(selection, add, { from: 'first', before: 'first + days' })}
      ) as t group by day
    ), chosen_day as ${chosen('day', `day ${order}`, 'chosen_span')}
    , part as (
      select coalesce(s.crts, day * ${msPerDay}::bigint) as part_crts, coalesce(s.item, '') as part_item,
        coalesce(s.next_crts, (day + 1) * ${msPerDay}::bigint) as next_crts,
        coalesce(s.next_item, '') as next_item, coalesce(s.n, d.n) as n
      from chosen_day d left join lateral (
        select crts, item, ${segmentCount(selection, add)} as n,
          lead(crts) over parts as next_crts, lead(item) over parts as next_item
        from segment s
        where s.scope = d.scope and s.level = 0
          and s.crts >= d.day * ${msPerDay}::bigint and s.crts < (d.day + 1) * ${msPerDay}::bigint
        window parts as (order by s.crts, s.item)
      ) as s on true
    ), chosen_part as ${chosen('part', `part_crts ${order}, part_item ${order}`, 'chosen_day')}
    , page as (
      select t.* from chosen_part cross join lateral (${rows}) as t
      ${ordered(order, 't.')}
      offset ${first} - coalesce((select min(before) from chosen_part), ${first}) limit ${size}
    )`;
}

/** Pages that begin within so many rows are read off an index that has them in order. */
const nearRows = 500;

/** More than any page has. Written out, so that the planner expects few rows and finds their parties one by one. */
const mostItems = 101;

/** Whether a page is read off an index, rather than found by counts. */
export const isNear = (selection: Selection, { offset }: PagePlace): boolean =>
  offset <= nearRows && hasIndex(selection);

/** How many transfers are selected, as `n`. */
export const selectedCount = (selection: Selection, add: AddValue): string =>
  `with ${countedSpans(selection, add)} select ${count} as n`;

/** One page of what is selected, and how many transfers that are. */
export function selectedPage(
  selection: Selection,
  add: AddValue,
  place: PagePlace,
  order: Order = 'desc',
): string {
  const { offset, items } = place;
  if (isNear(selection, place)) {
    const [first, size] = [`${add(offset)}::bigint`, `${add(items)}::bigint`];
    const limit = `${first} + ${size}`;
    const rows = firstRows(selection, add, { columns, within: 'true', order, limit });
    return `
      with ${countedSpans(selection, add)}
      ${withTotals(
        `select * from (
           select * from (${rows}) as near ${ordered(order)} offset ${first} limit ${size}
         ) as page limit ${mostItems}`,
        `${count} as count`,
        order,
      )}`;
  }
  return `
    with ${pageByCounts(selection, add, place, order, 'crts, item')}
    ${withTotals(
      `select ${columns} from transfer where item = any(array(select item from page))`,
      `${count} as count`,
      order,
    )}`;
}
