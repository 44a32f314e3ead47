import { exportLists } from '@tallystick/shared/contracts/export';
import {
  type SummaryScope,
  type TransferSummary,
  transferSummarySchema,
} from '@tallystick/shared/contracts/summary';
import type { TransferForm } from '@tallystick/shared/contracts/transfer';
import { asBatch } from '@tallystick/store/caller';
import * as v from 'valibot';
import { daysPerSpan, msPerDay } from '../ledger/scope.ts';
import { answers } from '../service/answers.ts';
import { errorBody } from '../service/errors.ts';
import { id } from '../service/fields.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import type { Store } from '../store/store.ts';
import { filtersProblem, filtersSchema } from './filters.ts';
import {
  type AddValue,
  countsWhere,
  isOfParty,
  type Order,
  ordered,
  rowsWhere,
  type Selection,
  selectionOf,
  spansWhere,
  statementValues,
} from './selection.ts';

const body = jsonSchema(
  v.object({
    data: v.object({
      list: v.picklist(exportLists),
      user: v.optional(v.pipe(id, v.description('Id of the party, for the list of one.'))),
      filters: v.optional(filtersSchema),
    }),
  }),
);
const response = answers(
  jsonSchema(transferSummarySchema, {
    count: 'Transfers under all filters.',
    first: 'When the oldest of them was created, in milliseconds.',
    last: 'When the newest of them was created, in milliseconds.',
    forms: 'By form, whatever the filter form says.',
    statuses: 'By status, 0 to 9, whatever the filter stat says.',
    sequence: 'Number of the last live event that this contains.',
  }),
);
const missing = errorBody(400, 'data must have user for the list of a party.');

/** The call that says how many transfers a list has under filters. */
export const summary: RoutePlugin<{ store: Pick<Store, 'query'> }> = async (app, { store }) => {
  app.post(
    '/transfers/summary',
    {
      schema: {
        summary: 'How many transfers a list has, by form and status, and from when to when',
        tags: ['transfers'],
        body,
        response,
      },
    },
    async ({ body }, reply) => {
      const { list, user, filters = {} } = body.data;
      if (isOfParty(list) && user === undefined) return reply.code(400).send(missing);
      const problem = filtersProblem(filters);
      if (problem) return reply.code(400).send(errorBody(400, problem));
      return { data: await asBatch(() => summarize(store, { list, party: user, filters })) };
    },
  );
};

/** How many transfers there are of one form and status; when, only if they are under the filters. */
interface Counted extends Record<string, unknown> {
  form: TransferForm | null;
  stat: number;
  n: number;
  first: number | null;
  last: number | null;
  sequence: number;
}

/** How many transfers a list has under filters, from the daily counts, all of one snapshot. */
export async function summarize(
  store: Pick<Store, 'query'>,
  { list, party = '', filters = {} }: SummaryScope,
): Promise<TransferSummary> {
  const { form, stat, ...others } = filters;
  const selection = selectionOf(list, party, others);
  const { values, add } = statementValues();
  const counted =
    selection === null
      ? countedNothing
      : selection.credit !== undefined && selection.debit !== undefined
        ? countedPair(selection, add)
        : countedByDays(selection, add, filters);
  const text = `
    select counted.*, (select coalesce(max(id), 0) from event) as sequence
    from (select 1) as one left join (${counted}) as counted on true`;
  const rows = await store.query<Counted>({ text }, values);
  const found: TransferSummary = {
    count: 0,
    first: null,
    last: null,
    forms: { asset: 0, data: 0 },
    statuses: Array.from({ length: 10 }, () => 0),
    sequence: rows[0]?.sequence ?? 0,
  };
  for (const row of rows) {
    if (row.form === null) continue;
    const ofForm = form === undefined || row.form === form;
    const ofStatus = stat === undefined || stat.includes(row.stat);
    if (ofStatus) found.forms[row.form] += row.n;
    if (ofForm) found.statuses[row.stat] = (found.statuses[row.stat] ?? 0) + row.n;
    if (!ofForm || !ofStatus) continue;
    found.count += row.n;
    if (row.first !== null) found.first = Math.min(found.first ?? row.first, row.first);
    if (row.last !== null) found.last = Math.max(found.last ?? row.last, row.last);
  }
  return found;
}

const countedNothing = `
  select null as form, 0 as stat, 0 as n, null as first, null as last where false`;

const countedPair = (selection: Selection, add: AddValue) => `
  select form, stat, count(*) as n, min(crts) as first, max(crts) as last
  from transfer where ${rowsWhere(selection, add)} group by form, stat`;

/** In which days, or spans of days, the oldest and the newest are is known; only there transfers are read. */
function countedByDays(
  selection: Selection,
  add: AddValue,
  { form, stat }: NonNullable<SummaryScope['filters']>,
): string {
  const spans = spansWhere(selection, add);
  const [table, unit, length] = spans
    ? ['status_span', 'span', daysPerSpan * msPerDay]
    : ['tally', 'day', msPerDay];
  const edge = (order: Order, at: string) => `(
    select crts from transfer
    where ${rowsWhere(selection, add)} and form = c.form and stat = c.stat
      and crts >= ${at}::bigint * ${length} and crts < (${at} + 1)::bigint * ${length}
    ${ordered(order)} limit 1
  )`;
  const wanted = [
    ...(form === undefined ? [] : [`c.form = ${add(form)}`]),
    ...(stat === undefined ? [] : [`c.stat = any(${add(stat)}::smallint[])`]),
  ].join(' and ');
  return `
    select c.form, c.stat, c.n, edges.*
    from (
      select form, stat, sum(n)::bigint as n, min(${unit}) as oldest, max(${unit}) as newest
      from ${table} where ${spans ?? countsWhere(selection, add)} group by form, stat
    ) as c
    left join lateral (
      select ${edge('asc', 'c.oldest')} as first, ${edge('desc', 'c.newest')} as last
    ) as edges on ${wanted || 'true'}`;
}
