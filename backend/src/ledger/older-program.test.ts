import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findingsOf } from '../doctor/findings-of.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { listTransfers } from '../transfers/transfer-list.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { recordBatch } from './record.ts';

const day = 86_400_000;
const sizes = {
  maxPart: 2,
  newPart: 1,
  maxGroup: 2,
  newGroup: 1,
  maxDays: 1,
  dayStep: 1,
  partyStep: 1,
  maxPair: 2,
  pairStep: 1,
};
const transfer = (n: number, crts: number): LedgerRecord => ({
  record: 'transfer',
  item: `t${n}`,
  trxn: null,
  stat: 0,
  feat: { form: 'asset', sort: 'transfer' },
  crts,
  cred: 'bank',
  debt: 'ada',
});

/**
 * What the program that knows migrations up to 0009 does for one new transfer of status 0, and one that
 * goes from 0 to 6.
 */
async function recordAsBefore({ db }: Store): Promise<void> {
  await sql`
    with inserted as (
      insert into transfer (item, trxn, stat, form, sort, crts, cred, cred_kind, debt, vars, search, checksum)
      select 'new', trxn, stat, form, sort, ${65 * day + 3}, cred, cred_kind, debt, vars, search, checksum
      from transfer where item = 't1'
    ), updated as (
      update transfer set stat = 6 where item = 't2'
    ), counted as (
      insert into tally (scope, day, form, stat, n)
      select scope, day, 'asset', stat, n
      from unnest(array['', 'user/ada', 'creator/bank']) as scope,
        (values (65, 6, 1)) as t(day, stat, n)
      on conflict (scope, day, form, stat) do update set n = tally.n + excluded.n
    ), summed as (
      insert into span (scope, span, form, n) values ('', 1, 'asset', 1)
      on conflict (scope, span, form) do update set n = span.n + excluded.n
    )
    select 1`.execute(db);
}

/** Makes all segments anew as the program does that knows migrations up to 0013: those of levels 0 to 3. */
async function sumAllAsBefore({ db }: Store): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`
      create temporary table made as
      select scope, level, crts, item, n from segment where level < 4`.execute(connection);
    await sql`delete from segment`.execute(connection);
    await sql`insert into segment (scope, level, crts, item, n) select * from made`.execute(
      connection,
    );
    await sql`drop table made`.execute(connection);
  });
}

const openTestStore = testStores();
it('the sums are right after the release before has recorded and summed up, and it finds what it reads', async () => {
  const store = await openTestStore();
  await recordBatch(
    store,
    [
      { record: 'party', kind: 'user', id: 'ada', name: 'Ada' },
      { record: 'party', kind: 'creator', id: 'bank', name: 'Bank' },
      ...[0, 1, 2, 3].map((n) => transfer(n, n === 0 ? 0 : 65 * day + n * 2)),
    ],
    undefined,
    sizes,
  );
  await recordAsBefore(store);
  const query = { list: 'user', party: 'ada', index: 1, items: 10 } as const;
  const { list, count } = await listTransfers(store, query);
  expect([list.map(({ item }) => item), count]).toEqual([['t3', 't2', 'new', 't1', 't0'], 5]);
  await sumAllAsBefore(store);
  await recordBatch(store, [transfer(4, 65 * day + 8)], undefined, sizes);
  expect(await listTransfers(store, { ...query, index: 6, items: 1 })).toMatchObject({
    count: 6,
    list: [{ item: 't0' }],
  });
  const findings = await findingsOf(store);
  // The transfers are copies with the checksum of another.
  expect(findings.filter((finding) => !finding.includes('checksum'))).toEqual([]);
  const read = async (text: string) => store.query({ text }, []);
  expect(await read(`select span, form, n from span order by span`)).toEqual([
    { span: 0, form: 'asset', n: 1 },
    { span: 1, form: 'asset', n: 5 },
  ]);
  expect(await read('select span, form, stat, n from status_span order by span, stat')).toEqual([
    { span: 0, form: 'asset', stat: 0, n: 1 },
    { span: 1, form: 'asset', stat: 0, n: 4 },
    { span: 1, form: 'asset', stat: 6, n: 1 },
  ]);
  await store.close();
});
