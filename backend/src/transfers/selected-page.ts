import { daysPerSpan, msPerDay } from '../ledger/scope.ts';
import { columns, withTotals } from './listed-rows.ts';
import {
  type AddValue,
  countsWhere,
  firstRows,
  newestFirst,
  type Order,
  ordered,
  rowsWhere,
  type Selection,
  spansWhere,
} from './selection.ts';

export interface PagePlace {
  /** Transfers before the page. */
  offset: number;
  /** Page size. */
  items: number;
}

/**
 * The rows of a page, `page`, and `counts`, whose `n` sum up to how many there are in all: `with` clauses. The
 * daily counts say in which days the rows are; of other days nothing is read, however rare the rows are. What is
 * not of certain parties or days has too many days for that: of these the spans are looked at first.
 */
export function pageByDays(
  selection: Selection,
  add: AddValue,
  { offset, items }: PagePlace,
  order: Order,
  columns: string,
): string {
  const [first, size] = [`${add(offset)}::bigint`, `${add(items)}::bigint`];
  /** Those of the counts `of` in which the page lies, with how many are before each. */
  const chosen = (unit: string, of: string, before = '0') => `
    select * from (
      select ${unit}, n, ${before} + sum(n) over (order by ${unit} ${order})::bigint - n as before
      from ${of}
    ) as summed
    where before + n > ${first} and before < ${first} + ${size}`;
  const days = `select day, sum(n)::bigint as n from tally where ${countsWhere(selection, add)}`;
  const spans = spansWhere(selection, add);
  const counts = spans
    ? `counts as (
        select span, sum(n)::bigint as n from status_span where ${spans} group by span
      ), spans as materialized (${chosen('span', 'counts')}
      ), days as (
        select day, sum(t.n)::bigint as n from spans cross join lateral (
          ${days} and day >= span * ${daysPerSpan} and day < (span + 1) * ${daysPerSpan} group by day
        ) as t group by day
      )`
    : `counts as (${days} group by day), days as (select * from counts)`;
  const before = spans ? '(select coalesce(min(before), 0) from spans)' : '0';
  const rows = firstRows(selection, add, {
    columns,
    within: `crts >= day::bigint * ${msPerDay} and crts < (day + 1)::bigint * ${msPerDay}`,
    order,
    limit: `${first} + ${size} - before`,
  });
  return `
    ${counts}, chosen as materialized (${chosen('day', 'days', before)}
    ), page as (
      select t.* from chosen cross join lateral (${rows}) as t
      ${ordered(order, 't.')}
      offset ${first} - coalesce((select min(before) from chosen), ${first}) limit ${size}
    )`;
}

/** One page of what is selected, newest first, and how many transfers that are. */
export function selectedPage(selection: Selection, add: AddValue, place: PagePlace): string {
  if (selection.credit !== undefined && selection.debit !== undefined) {
    return pageOfPair(selection, add, place);
  }
  return `
    with ${pageByDays(selection, add, place, 'desc', columns)}
    ${withTotals('select * from page', '(select coalesce(sum(n), 0)::bigint from counts) as count')}`;
}

/** The transfers between two parties have an index of their own, and are counted by it. */
function pageOfPair(selection: Selection, add: AddValue, { offset, items }: PagePlace): string {
  const where = rowsWhere(selection, add);
  return withTotals(
    `select ${columns} from transfer where ${where} ${newestFirst}
     offset ${add(offset)} limit ${add(items)}`,
    `(select count(*) from transfer where ${where}) as count`,
  );
}
