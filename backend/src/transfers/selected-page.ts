import { msPerDay } from '../ledger/scope.ts';
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
} from './selection.ts';

export interface PagePlace {
  /** Transfers before the page. */
  offset: number;
  /** Page size. */
  items: number;
}

/**
 * The rows of a page, and `days` with how many each has, as `with` clauses: `page` has the rows. The daily
 * counts say in which days they are; of each other day nothing is read, however rare the rows are.
 */
export function pageByDays(
  selection: Selection,
  add: AddValue,
  { offset, items }: PagePlace,
  order: Order,
  columns: string,
): string {
  const [first, size] = [`${add(offset)}::bigint`, `${add(items)}::bigint`];
  const rows = firstRows(selection, add, {
    columns,
    within: `crts >= day::bigint * ${msPerDay} and crts < (day + 1)::bigint * ${msPerDay}`,
    order,
    limit: `${first} + ${size} - before`,
  });
  return `
    days as (
      select day, sum(n)::bigint as n from tally where ${countsWhere(selection, add)} group by day
    ), summed as (
      select day, n, sum(n) over (order by day ${order})::bigint as upto from days
    ), chosen as materialized (
      select day, upto - n as before from summed
      where upto > ${first} and upto - n < ${first} + ${size}
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
    ${withTotals('select * from page', '(select coalesce(sum(n), 0)::bigint from days) as count')}`;
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
