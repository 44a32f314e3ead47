import { exportLists } from '@tallystick/shared/contracts/export';
import {
  type SummaryScope,
  type TransferSummary,
  transferSummarySchema,
} from '@tallystick/shared/contracts/summary';
import { asBatch } from '@tallystick/store/caller';
import * as v from 'valibot';
import { cellSql, ofCell } from '../ledger/segments.ts';
import { id } from '../service/fields.ts';
import { jsonSchema } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import type { Store } from '../store/store.ts';
import { cellsOf, countsOf } from './counted.ts';
import { filtersSchema, listProblem } from './filters.ts';
import { pageByCounts } from './selected-page.ts';
import {
  type AddValue,
  firstRows,
  hasIndex,
  type Order,
  type Selection,
  selectionOf,
  shapeOf,
  statementValues,
} from './selection.ts';

/** The call that says how many transfers a list has under filters. */
export const summary = ledgerCall({
  path: '/transfers/summary',
  summary:
    'How many transfers a list has, by form and status, and the dates of the oldest and newest',
  tags: ['transfers'],
  asks: v.object({
    list: v.picklist(exportLists),
    user: v.optional(v.pipe(id, v.description('Id of the party, for the list of one.'))),
    filters: v.optional(filtersSchema),
  }),
  problem: ({ list, user, filters = {} }) => listProblem(list, user, filters),
  finds: jsonSchema(transferSummarySchema, {
    count: 'Transfers under all filters.',
    first: 'When the oldest of them was created, in milliseconds.',
    last: 'When the newest of them was created, in milliseconds.',
    forms: 'Per form, ignoring the filter `form`.',
    statuses: 'Per status, 0 to 9, ignoring the filter `stat`.',
    sequence: 'Number of the last live event that these counts include.',
  }),
  find: (store, { list, user, filters }) =>
    asBatch(() => summarize(store, { list, party: user, filters })),
});

/**
 * How many transfers there are of one form and status, which `cell` stands for (`ofCell`). `first`,
 * `last` and `sequence` are the same in every row.
 */
interface CountRow extends Record<string, unknown> {
  cell: number | null;
  n: number;
  first: number | null;
  last: number | null;
  sequence: number;
}

/** How many transfers a list has under filters, from the stored counts, in one snapshot. */
export async function summarize(
  store: Pick<Store, 'query'>,
  { list, party = '', filters = {} }: SummaryScope,
): Promise<TransferSummary> {
  const { form, stat, ...others } = filters;
  const [all, selection] = [selectionOf(list, party, others), selectionOf(list, party, filters)];
  const { values, add } = statementValues();
  const edge = (order: Order) => (selection ? firstMoment(selection, add, order) : 'null');
  const text = `
    select counted.*, ${edge('asc')} as first, ${edge('desc')} as last,
      (select coalesce(max(id), 0) from event) as sequence
    from (select 1) as one left join (
      ${all ? countsByCell(all, add) : 'select null as cell, 0 as n where false'}
    ) as counted on true`;
  const shapes = [all, selection].map((one) => (one ? shapeOf(one) : 'nothing'));
  const name = `summary ${shapes.join(', ')}`;
  const rows = await store.query<CountRow>({ name, text }, values);
  const found: TransferSummary = {
    count: 0,
    first: rows[0]?.first ?? null,
    last: rows[0]?.last ?? null,
    forms: { asset: 0, data: 0 },
    statuses: Array.from({ length: 10 }, () => 0),
    sequence: rows[0]?.sequence ?? 0,
  };
  for (const row of rows) {
    if (row.cell === null) continue;
    const cell = ofCell(row.cell);
    const hasForm = form === undefined || cell.form === form;
    const hasStatus = stat === undefined || stat.includes(cell.stat);
    if (hasStatus) found.forms[cell.form] += row.n;
    if (hasForm) found.statuses[cell.stat] = (found.statuses[cell.stat] ?? 0) + row.n;
    if (hasForm && hasStatus) found.count += row.n;
  }
  return found;
}

/** SQL of how many transfers there are of each form and status. */
function countsByCell(selection: Selection, add: AddValue): string {
  // Turns a daily count into an array like a segment's counts: zeros up to its cell, then the count.
  const ofDay = `array_fill(0, array[${cellSql} - 1]) || t.n`;
  const sums = cellsOf({}).map((cell) => `sum(n[${cell}])`);
  return `
    with ${countsOf(selection, add, { ofSegment: () => 's.n', ofDay })}
    select c.cell, c.n::bigint as n from (select array[${sums.join()}] as n from counts) as summed
    cross join unnest(summed.n) with ordinality as c (n, cell)
    where c.n > 0 and c.cell = any(${add(cellsOf(selection))}::bigint[])`;
}

/** SQL of when the oldest or the newest transfer was created. */
function firstMoment(selection: Selection, add: AddValue, order: Order): string {
  if (hasIndex(selection)) {
    const rows = firstRows(selection, add, { columns: 'crts, item', order, limit: '1' });
    return `(select crts from (${rows}) as t)`;
  }
  const place = { offset: 0, items: 1 };
  return `(with ${pageByCounts(selection, add, place, order, 'crts, item')} select crts from page)`;
}
