import { msPerDay } from '../ledger/scope.ts';
import { countsOf, dailyCounts, isOfAllDays, scopesOf, segmentCount } from './counted.ts';
import { columns, type PagePlace, withTotals } from './listed-rows.ts';
import {
  type AddValue,
  firstRows,
  hasIndex,
  type Order,
  ordered,
  type Selection,
} from './selection.ts';

/** `with` clauses whose `n`, in `span`, sum up to how many transfers there are. */
function countedSpans(selection: Selection, add: AddValue): string {
  const ofSegment = () => segmentCount(selection, add);
  return `${countsOf(selection, add, { ofSegment, ofDay: 't.n' })}
  , span as (select day, next, sum(n)::bigint as n from counts group by day, next)`;
}

/** SQL of how many there are, of `countedSpans`. */
const count = '(select coalesce(sum(n), 0)::bigint from span)';

/** SQL of the bounds of some days: from one key of the list to before another one. */
const boundsOf = (day: string, next: string) => `
  ${day} * ${msPerDay}::bigint as begin_crts, '' as begin_item,
  ${next} * ${msPerDay}::bigint as end_crts, '' as end_item`;
const bounds = ['begin_crts', 'begin_item', 'end_crts', 'end_item'];

/**
 * The rows of a page, `page`, and the counts of `countedSpans`: `with` clauses. Counts say where the rows are: in
 * which days, in which of these, and in which parts of a day that is divided. No other days or parts
 * are read, however rare the rows are.
 */
export function pageByCounts(
  selection: Selection,
  add: AddValue,
  { offset, items }: PagePlace,
  order: Order,
  columns: string,
): string {
  const [first, size] = [`${add(offset)}::bigint`, `${add(items)}::bigint`];
  /** SQL of the counts in which the page lies, with how many are before each: those before `whole`, and those between. */
  const chosen = (counts: string, whole?: string, ...more: string[]) => `
    select * from (
      select ${['counts.*', ...more].join()}, ${whole === undefined ? '0' : `${whole}.before`}
        + sum(n) over in_order::bigint - n as before
      from (${counts}) as counts
      window in_order as (order by begin_crts ${order}, begin_item ${order})
    ) as summed where n > 0 and before + n > ${first} and before < ${first} + ${size}`;
  /** Goes from `whole` to the segments of a level that it has, each up to the next one. If it has none it stays. */
  const divided = (name: string, whole: string, level: number) => `
    left join lateral (${chosen(
      `select s.crts as begin_crts, s.item as begin_item, ${segmentCount(selection, add)} as n
       from segment s
       where s.scope = ${whole}.scope and s.level = ${level}
         and (s.crts, s.item) >= (${whole}.begin_crts, ${whole}.begin_item)
         and (s.crts, s.item) < (${whole}.end_crts, ${whole}.end_item)`,
      whole,
      ...['crts', 'item'].map(
        (column) =>
          `${order === 'desc' ? 'lag' : 'lead'}(begin_${column}, 1, ${whole}.end_${column}) over in_order as end_${column}`,
      ),
    )}) as of_${name} on true
    cross join lateral (
      select ${whole}.scope, ${[...bounds, 'before']
        .map((column) => `coalesce(of_${name}.${column}, ${whole}.${column}) as ${column}`)
        .join()}
    ) as ${name}`;
  const wholes = `select ${boundsOf('day', 'next')}, n from span`;
  const scopes = scopesOf(selection);
  const scope = scopes.length === 1 && `${add(scopes[0])}::text`;
  const days = {
    from: `span.begin_crts / ${msPerDay}`,
    before: `span.end_crts / ${msPerDay}`,
  };
  const rows = firstRows(selection, add, {
    columns,
    within: `(crts, item) >= (part.begin_crts, part.begin_item)
      and (crts, item) < (part.end_crts, part.end_item)`,
    order,
    limit: `${first} + ${size} - part.before`,
  });
  // Only the segments of one scope are those of the list.
  return `
    ${countedSpans(selection, add)}
    , page as (
      select row.* from (
        select ${scope || 'null::text'} as scope, chosen.* from (${chosen(wholes)}) as chosen
      ) as ${isOfAllDays(selection) ? `wide ${divided('span', 'wide', 1)}` : 'span'}
      cross join lateral (${chosen(
        `select ${scope || 'case when min(scope) = max(scope) then min(scope) end'} as scope,
           ${boundsOf('day', '(day + 1)')}, sum(n)::bigint as n
         from (${dailyCounts(selection, add, days)}) as t group by day`,
        'span',
      )}) as day
      ${divided('parts', 'day', 5)}
      ${divided('part', 'parts', 0)}
      cross join lateral (
        select * from (${rows}) as row ${ordered(order)} offset greatest(${first} - part.before, 0)
      ) as row
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
  order: Order,
): string {
  const { offset, items } = place;
  if (isNear(selection, place)) {
    const [first, size] = [`${add(offset)}::bigint`, `${add(items)}::bigint`];
    const limit = `${first} + ${size}`;
    const rows = firstRows(selection, add, { columns, order, limit });
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
