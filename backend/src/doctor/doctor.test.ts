import { tablesOf } from '@tallystick/store/damage';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerRecord, TransferRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { usualSizes } from '../ledger/segments.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { examineStep } from './examine-step.ts';
import { examined, findingsOf } from './findings-of.testing.ts';

const day = 86_400_000;
const records: LedgerRecord[] = [
  { record: 'party', kind: 'user', id: 'ada', name: 'Ada' },
  { record: 'party', kind: 'creator', id: 'bank', name: 'Bank, "the" (1)' },
  { record: 'party', kind: 'checker', id: 'watch', name: 'Watch\\' },
  ...Array.from({ length: 12 }, (_, n) => transfer(n, n % 3)),
];

function transfer(n: number, stat: number): TransferRecord {
  return {
    record: 'transfer',
    item: `t${n}`,
    trxn: n % 2 ? null : `x"${n}`,
    stat,
    feat: { form: n % 4 ? 'asset' : 'data', sort: 'transfer' },
    crts: n * 20 * day,
    cred: n % 4 ? 'bank' : 'watch',
    debt: 'ada',
    vars: [{ name: 'a', memo: 'ü\t"', data: '1' }],
  };
}

const openTestStore = testStores();
describe('an examination of the ledger', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore();
    expect((await recordBatch(store, records)).rejected).toEqual([]);
  });
  afterEach(() => store.close());

  const examine = () => findingsOf(store);
  const run = (statement: string) => sql.raw(statement).execute(store.db);

  it('finds nothing in what was recorded, changed and renamed', async () => {
    expect(await examine()).toEqual([]);
    await recordBatch(store, [
      { record: 'party', kind: 'user', id: 'ada', name: 'Countess' },
      transfer(1, 9),
    ]);
    expect(await examine()).toEqual([]);
  });

  it('names what the import takes no more, and calls it whole', async () => {
    const late = { ...transfer(20, 1), crts: Date.UTC(10_000, 0) };
    await recordBatch(store, [
      { record: 'party', kind: 'user', id: '..', name: 'Dots' },
      { ...transfer(1, 1), item: '.', trxn: 'x1' },
      { ...transfer(2, 1), item: 'two', trxn: '..' },
      { ...transfer(3, 1), item: 'three', debt: '..' },
      late,
    ]);
    const refused =
      'has an id that no address can hold, and the import refuses from now on: a search finds it';
    const { findings, notes } = await examined(store);
    expect(findings).toEqual([]);
    expect(notes.toSorted()).toEqual([
      `party user .. ${refused}`,
      `transfer . x1 ${refused}`,
      'transfer t20 is dated after the year 9999, which the import refuses from now on',
      `transfer two .. ${refused}`,
    ]);
  });

  it('says how far it is while it reads', async () => {
    const tables = await tablesOf(store.query);
    const all = tables.reduce((sum, { blocks }) => sum + blocks, 0);
    const before = tables.slice(0, tables.findIndex(({ table }) => table === 'transfer') + 1);
    const read = before.reduce((sum, { blocks }) => sum + blocks, 0);
    const step = await examineStep(store, { part: 'blocks', table: 'transfer', from: 0, id: '' });
    expect(step.next).toMatchObject({ part: 'blocks' });
    expect(step.share).toBeGreaterThan(0);
    expect(step.share).toBeCloseTo((0.7 * read) / all, 10);
  });

  it('reads nothing beyond the end of a table', async () => {
    const from = (block: number) =>
      examineStep(store, { part: 'blocks', table: 'transfer', from: block, id: '' });
    const first = await from(0);
    expect(first.rows).toBe(12);
    for (const block of [10_000, Number.MAX_SAFE_INTEGER, 1e21]) {
      expect(await from(block)).toEqual({ ...first, rows: 0 });
    }
  });

  it.each([
    [`update transfer set stat = 7 where item = 't1'`, 'transfer t1 does not fit its checksum'],
    [
      `update transfer set vars = jsonb_set(vars, '{0,data}', '"2"') where item = 't2'`,
      'transfer t2 does not fit its checksum',
    ],
    [
      `update transfer set search = search || 'x' where item = 't3'`,
      'transfer t3 does not fit its checksum',
    ],
    [`update transfer set trxn = '' where item = 't1'`, 'transfer t1 does not fit its checksum'],
    [`update party set name = 'Eva' where id = 'ada'`, 'party user ada does not fit its checksum'],
  ])('names a row that was changed: %s', async (statement, finding) => {
    await run(statement);
    expect(await examine()).toContain(finding);
  });

  it('says where a transfer is lost: of which day and of which parties', async () => {
    await run(`delete from transfer where item = 't5'`);
    expect(await examine()).toEqual([
      '1970-04-11, asset, status 2: 0 transfers are there, 1 are counted',
      'creator/bank, 1970-04-11, asset, status 2: 0 transfers are there, 1 are counted',
      'user/ada, 1970-04-11, asset, status 2: 0 transfers are there, 1 are counted',
    ]);
  });

  it('names the transfers of a party that is lost', async () => {
    await run(`delete from party where id = 'watch'`);
    expect((await examine()).sort()).toEqual([
      'transfer t0 names a party that is missing',
      'transfer t4 names a party that is missing',
      'transfer t8 names a party that is missing',
    ]);
  });

  it('says which count is wrong', async () => {
    await run(`update tally set n = n + 1 where scope = '' and stat = 2 and day = 100`);
    expect(await examine()).toEqual([
      '1970-04-11, asset, status 2: 1 transfers are there, 2 are counted',
    ]);
  });

  it('says which count is of a day that no date can name', async () => {
    await run(`
        insert into tally (scope, day, form, stat, n) values ('', 2000000000, 'asset', 2, 1)`);
    expect(await examine()).toEqual([
      'day 2000000000, asset, status 2: 0 transfers are there, 1 are counted',
    ]);
  });

  it('says which sum of counts is wrong', async () => {
    await run(`update segment set n[3] = n[3] + 1 where crts = ${96 * day}`);
    expect(await examine()).toEqual([
      '1970-04-07 and 15 days more, asset, status 2: 2 in all are counted, 1 by days',
    ]);
  });

  it('says which sum of sums is wrong', async () => {
    await run(`update segment set n[3] = n[3] + 1 where level = 4`);
    expect(await examine()).toEqual([
      '1970-01-01 and 255 days more, asset, status 2: 4 in all are counted, 3 by days',
    ]);
  });

  it('says in which part of a day a transfer is lost', async () => {
    const sizes = {
      maxPart: 2,
      newPart: 2,
      maxGroup: 2,
      newGroup: 1,
      maxDays: 256,
      dayStep: 1,
      partyStep: 1,
      maxPair: 2,
      pairStep: 1,
    };
    const ofOneDay = [0, 1, 2, 3].map((n) => ({ ...transfer(101, 0), item: `one${n}`, crts: n }));
    await recordBatch(store, ofOneDay, undefined, sizes);
    expect(await examine()).toEqual([]);
    await run(`delete from transfer where item = 'one2'`);
    const lost = 'asset, status 0: 1 transfers are there, 2 are counted';
    expect((await examine()).filter((finding) => finding.includes('from'))).toEqual([
      `from 1970-01-01T00:00:00.001Z one1, ${lost}`,
      `creator/bank, from 1970-01-01T00:00:00.002Z one2, ${lost}`,
      `user/ada, from 1970-01-01T00:00:00.001Z one1, ${lost}`,
    ]);
  });

  it('says which group of parts is wrong', async () => {
    const sizes = { ...usualSizes, maxPart: 1, newPart: 1, maxGroup: 2, newGroup: 2, dayStep: 1 };
    const ofOneDay = [0, 1, 2, 3].map((n) => ({ ...transfer(101, 0), item: `one${n}`, crts: n }));
    await recordBatch(store, ofOneDay, undefined, sizes);
    expect(await examine()).toEqual([]);
    await run(`update segment set n[1] = n[1] + 1 where level = 5 and scope = '' and crts = 1`);
    expect(await examine()).toEqual([
      'from 1970-01-01T00:00:00.001Z one1, asset, status 0: 2 by parts, 3 are counted',
    ]);
  });

  it('says whose transfers are not found by a new name yet, and what mends that', async () => {
    await run(`
        create function refuse() returns trigger language plpgsql as $$
          begin raise exception 'not now'; end $$;
        create trigger refuse before update on transfer
        for each statement execute function refuse()`);
    await recordBatch(store, [{ record: 'party', kind: 'user', id: 'ada', name: 'Countess' }]);
    expect(await examine()).toEqual([
      'searches may miss transfers of user ada by its new name, until the next import or start of the ledger service',
    ]);
    await run('drop function refuse cascade');
    await recordBatch(store, [transfer(1, 1)]);
    expect(await examine()).toEqual([]);
  });

  it('says that a table is gone', async () => {
    await run('drop table tally');
    expect(await examine()).toEqual([
      'the transfers of each day cannot be counted: relation "tally" does not exist',
      'the sums of days cannot be checked: relation "tally" does not exist',
      'the transfers of each party cannot be counted: relation "tally" does not exist',
    ]);
  });
});
