import type { ExportList } from '@tallystick/shared/contracts/export';
import type { ListFilters } from '@tallystick/shared/contracts/list-filters';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { summarize } from './summary.ts';
import { listTransfers } from './transfer-list.ts';

const day = 86_400_000;
const items = 10;
/** Days with 10 transfers each, and one with 1,500. */
const days = 150;
const greatDay = 75;
const sizes = {
  maxPart: 64,
  newPart: 32,
  maxGroup: 8,
  newGroup: 4,
  maxDays: 20,
  dayStep: 8,
  partyStep: 1,
  maxPair: 2,
  pairStep: 1,
};
/** Rows of `transfer` that a statement may read: two parts of a day, and what a page has. */
const reach = 2 * sizes.maxPart + 4 * items;

const party = (kind: 'user' | 'creator' | 'consumer', id: string): LedgerRecord => ({
  record: 'party',
  kind,
  id,
  name: id,
});
const transfer = (n: number, crts: number): LedgerRecord => ({
  record: 'transfer',
  item: `item-${n}`,
  trxn: null,
  stat: n % 50 === 0 ? 3 : 6 + (n % 3),
  feat: { form: n % 2 === 0 ? 'asset' : 'data', sort: 'transfer' },
  crts,
  cred: 'busy',
  debt: n % 4 === 3 ? `quiet-${n % 20}` : 'ada',
});

const records: LedgerRecord[] = [
  party('creator', 'busy'),
  party('consumer', 'busy'),
  ...['ada', 'quiet-3', 'quiet-7', 'quiet-11', 'quiet-15', 'quiet-19'].map((id) =>
    party('user', id),
  ),
  ...Array.from({ length: 10 * days }, (_, n) => transfer(n, Math.floor(n / 10) * day + n)),
  ...Array.from({ length: 1_500 }, (_, n) => transfer(10_000 + n, greatDay * day + 20_000 + n)),
];

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

interface Case {
  list?: ExportList;
  party?: string;
  index?: number;
  filters?: ListFilters;
}
const inTheMiddle = 150;
const from = new Date(10 * day).toISOString().slice(0, 10);
const to = new Date(140 * day).toISOString().slice(0, 10);
const cases: Case[] = [
  {},
  { index: inTheMiddle },
  { index: 300 },
  { list: 'assets' },
  { list: 'assets', index: 75 },
  { list: 'user', party: 'ada' },
  { list: 'user', party: 'ada', index: 120 },
  { list: 'user', party: 'quiet-3' },
  { list: 'creator', party: 'busy' },
  { list: 'creator', party: 'busy', index: 75 },
  { list: 'consumer', party: 'busy', index: 75 },
  { filters: { stat: [6] } },
  { filters: { stat: [6, 7] }, index: 80 },
  { filters: { from, to } },
  { filters: { from, to }, index: inTheMiddle },
  { filters: { credit: 'busy' } },
  { filters: { credit: 'quiet-3', debit: 'ada' } },
  { filters: { credit: 'busy', debit: 'ada' } },
  // Not within the great day: a pair's day is not divided.
  { filters: { credit: 'busy', debit: 'ada' }, index: 200 },
  { list: 'creator', party: 'busy', filters: { debit: 'ada', stat: [6] }, index: 10 },
];

const openTestStore = testStores();
describe('a statement of a list', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore();
    await recordBatch(store, records, undefined, sizes);
    await sql`analyze`.execute(store.db);
    // As if there were ten million in the blocks that there are.
    for (const table of ['transfer', 'tally', 'segment', 'party']) {
      await sql`
          update pg_class set reltuples = 1e7, relpages = greatest(1, pg_relation_size(oid) / 8192)
          where oid = ${table}::text::regclass`.execute(store.db);
    }
  });
  afterAll(() => store.close());

  /** The plans by which the statements of a call run, with the rows that were read. */
  async function plansOf(call: (store: Pick<Store, 'query'>) => Promise<unknown>) {
    const plans: Node[] = [];
    const literal = (value: unknown) =>
      Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`;
    await call({
      query: async (statement, values) => {
        await store.db.connection().execute(async (connection) => {
          const run = (text: string) => sql.raw<Record<string, unknown>>(text).execute(connection);
          await run(`prepare planned as ${statement.text}`);
          const { rows } = await run(
            `explain (analyze, format json) execute planned(${values.map(literal).join()})`,
          );
          await run('deallocate planned');
          for (const { Plan } of Object.values(rows[0] ?? {}).flat() as { Plan: Node }[]) {
            plans.push(...nodesOf(Plan));
          }
        });
        return store.query(statement, values);
      },
    });
    return plans;
  }

  function expectFlat(nodes: readonly Node[]): void {
    const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
    const whole = scans.filter((node) => node['Node Type'] === 'Seq Scan');
    expect(whole.map((node) => node['Relation Name']).filter((name) => name !== 'event')).toEqual(
      [],
    );
    const read = scans
      .filter((node) => node['Relation Name'] === 'transfer')
      .map(
        (node) =>
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      );
    expect(read.length).toBeGreaterThan(0);
    expect(Math.max(...read)).toBeLessThanOrEqual(reach);
  }

  it.each(cases)('reads by indices, and no more than a page and two parts: %o', async (one) => {
    const query = { list: 'all' as const, index: 1, items, ...one };
    expectFlat(await plansOf((watched) => listTransfers(watched, query)));
  });

  it.each([
    {},
    { filters: { stat: [6] } },
    { list: 'user' as const, party: 'ada' },
    { filters: { credit: 'busy', debit: 'ada' } },
    { filters: { from, to } },
  ])('and so do those of a summary: %o', async (one) => {
    expectFlat(await plansOf((watched) => summarize(watched, { list: 'all', ...one })));
  });
});
