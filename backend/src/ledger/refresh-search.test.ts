import { tmpdir } from 'node:os';
import { openConnections, sessionSettings } from '@tallystick/store/connections';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { findAnything } from '../search/search.ts';
import * as normalSearch from '../store/migrations/0015_normal_search.ts';
import type { Database } from '../store/schema.ts';
import { openStore, type Store } from '../store/store.ts';
import { testRecordKey, testStores } from '../store/test-stores.testing.ts';
import { listTransfers } from '../transfers/transfer-list.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { writeMissingWords } from './party-words.ts';
import { recordBatch } from './record.ts';
import { refreshSearch } from './refresh-search.ts';
import { waitingWriters } from './waiting-writers.testing.ts';
import { inTurn } from './writer-turn.ts';

const party = (kind: 'user' | 'creator', id: string, name: string): LedgerRecord => ({
  record: 'party',
  kind,
  id,
  name,
});
const transfer = (n: number) =>
  ({
    record: 'transfer',
    item: `t${String(n).padStart(5, '0')}`,
    trxn: null,
    stat: 6,
    feat: { form: 'asset', sort: 'transfer' },
    crts: n,
    cred: 'mill',
    debt: 'ada',
  }) as const satisfies LedgerRecord;
const records = (count: number): LedgerRecord[] => [
  party('creator', 'mill', 'Old Mill'),
  party('user', 'ada', 'Ada'),
  ...Array.from({ length: count }, (_, n) => transfer(n)),
];

/** Rows of `transfer` that have been read by statements until now. */
async function transfersRead(db: Kysely<Database>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select seq_tup_read + idx_tup_fetch as n from pg_stat_user_tables where relname = 'transfer'`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

async function countOf(store: Pick<Store, 'query'>, search: string): Promise<number> {
  const { count } = await listTransfers(store, { list: 'all', index: 1, items: 1, search });
  return count;
}

/** Lets no transfer be changed, until its function `refuse` is dropped. */
async function refuseChanges({ db }: Store): Promise<void> {
  await sql`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'not now'; end $$;
    create trigger refuse before update on transfer
    for each statement execute function refuse()`.execute(db);
}

const composed = 'Caf\u00e9';
const decomposed = 'Cafe\u0301';

const openTestStore = testStores();
it('a name is found however its accents are written', async () => {
  const store = await openTestStore();
  await recordBatch(store, [
    party('creator', 'mill', decomposed),
    party('user', 'ada', `Ada ${composed}`),
    transfer(1),
  ]);
  await recordBatch(store, [party('creator', 'other', 'Other'), { ...transfer(2), cred: 'other' }]);
  expect([await countOf(store, composed), await countOf(store, decomposed)]).toEqual([2, 2]);
  const found = await findAnything(store, composed);
  expect(found.parties.map(({ id }) => id)).toEqual(['mill', 'ada']);
  await store.close();
});

it('a name that an earlier program has recorded is found so, too', async () => {
  const store = await openTestStore();
  await recordBatch(store, records(1));
  await sql`update party set name = ${decomposed} where id = 'mill'`.execute(store.db);
  await sql`update transfer set search = ${` t00000 mill ${decomposed.toLowerCase()} ada ada`}`.execute(
    store.db,
  );
  await store.db.transaction().execute((trx) => normalSearch.up(trx));
  await refreshSearch(store.db);
  await writeMissingWords(store.db);
  expect(await countOf(store, composed)).toBe(1);
  const { parties } = await findAnything(store, composed);
  expect(parties.map(({ id }) => id)).toEqual(['mill']);
  await store.close();
});

it('a party with many transfers is renamed in turns, and others record between them', async () => {
  const store = await openTestStore();
  await recordBatch(store, records(2_500));
  const writers: Promise<unknown>[] = [];
  await inTurn(store.db, async (trx) => {
    for (const record of [party('creator', 'mill', 'New Mill'), party('user', 'bo', 'Bo')]) {
      writers.push(recordBatch(store, [record]));
      await expect.poll(() => waitingWriters(trx)).toBe(writers.length);
    }
  });
  await Promise.all(writers);
  const { rows } = await sql`
      select id from party where id in ('bo', 'mill') order by xmin::text::bigint`.execute(
    store.db,
  );
  expect(rows).toEqual([{ id: 'bo' }, { id: 'mill' }]);
  expect([await countOf(store, 'old mill'), await countOf(store, 'new mill')]).toEqual([0, 2_500]);
  await store.close();
});

it('a party is renamed in all its transfers, also where the other party of one is lost', async () => {
  const store = await openTestStore();
  const ofLost = { ...transfer(1_400), debt: 'bo' };
  await recordBatch(store, [party('user', 'bo', 'Bo'), ...records(1_400), ofLost]);
  await sql`delete from party where id = 'bo'`.execute(store.db);
  await recordBatch(store, [party('creator', 'mill', 'New Mill')]);
  expect([await countOf(store, 'old mill'), await countOf(store, 'new mill')]).toEqual([0, 1_401]);
  await store.close();
});

it('a party is renamed although its transfers cannot be changed now, which the next batch does', async () => {
  const store = await openTestStore();
  await recordBatch(store, records(3));
  await refuseChanges(store);
  const renamed = await recordBatch(store, [party('creator', 'mill', 'New Mill')]);
  expect(renamed.parties.updated).toBe(1);
  await sql`drop function refuse cascade`.execute(store.db);
  await recordBatch(store, [party('user', 'bo', 'Bo')]);
  expect([await countOf(store, 'old mill'), await countOf(store, 'new mill')]).toEqual([0, 3]);
  await store.close();
});

it('who records is told that searches do not find who was renamed', async () => {
  const store = await openTestStore();
  await recordBatch(store, records(3));
  await refuseChanges(store);
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  await recordBatch({ ...store, tell }, [party('creator', 'mill', 'New Mill')]);
  expect(told).toEqual([expect.stringMatching(/^Searches do not yet find .*: not now$/)]);
  await store.close();
});

// The oldest server writes down what it has read when it likes.
it.skipIf(process.env.TEST_POSTGRES === '14')(
  'a party with many transfers is renamed without reading them again in each turn',
  async () => {
    const url = await copyDatabase();
    // One connection: each writes down what it has read itself.
    const { db, query } = openConnections<Database>({ connectionString: url, max: 1 });
    await sql.raw(sessionSettings(undefined)).execute(db);
    await recordBatch({ db, recordKey: async () => testRecordKey }, [
      ...records(3_000),
      ...Array.from({ length: 300 }, (_, n) => party('user', `other-${n}`, 'Other')),
      ...Array.from(
        { length: 1_200 },
        (_, n): LedgerRecord => ({ ...transfer(10_000 + n), debt: `other-${n % 300}` }),
      ),
    ]);
    await sql`analyze`.execute(db);
    // As if there were ten million.
    await sql`
        update pg_class set reltuples = 1e7, relpages = 2e5 where oid = 'transfer'::regclass`.execute(
      db,
    );
    const before = await transfersRead(db);
    await recordBatch({ db, recordKey: async () => testRecordKey }, [party('user', 'ada', 'Ida')]);
    const read = (await transfersRead(db)) - before;
    // To find each, and to change it.
    expect(read).toBeGreaterThan(3_000);
    expect(read).toBeLessThanOrEqual(7_000);
    expect([await countOf({ query }, 'ada'), await countOf({ query }, 'ida')]).toEqual([
      3_000, 3_000,
    ]);
    await db.destroy();
  },
);

it('goes on where another program stopped, and begins anew where that went by id', async () => {
  const store = await openTestStore();
  await recordBatch(store, records(5));
  for (const [position, done] of [
    ['\u00012 t00002', 3],
    ['t00001', 0],
  ] as const) {
    const name = `Mill ${done}`;
    await sql`update party set name = ${name}, stale_after = ${position} where id = 'mill'`.execute(
      store.db,
    );
    await refreshSearch(store.db);
    expect([position, await countOf(store, name)]).toEqual([position, 5 - done]);
  }
  await store.close();
});

/** A database of the test's own, by which a ledger is opened as often as it likes. */
async function newPlace() {
  const url = await copyDatabase();
  return async (): Promise<Store> => {
    const opened = await openStore({ DATA_DIR: tmpdir(), DATABASE_URL: url });
    if (!opened.ok) throw new Error(opened.problem);
    return opened.value;
  };
}

it('a store can be opened although its transfers cannot be changed now, which the next batch does', async () => {
  const open = await newPlace();
  const store = await open();
  await recordBatch(store, records(3));
  await sql`
    update party set name = 'New Mill', stale_after = '' where id = 'mill'`.execute(store.db);
  await refuseChanges(store);
  await store.close();
  const again = await open();
  expect(await countOf(again, 'old mill')).toBe(3);
  await sql`drop function refuse cascade`.execute(again.db);
  await recordBatch(again, [party('user', 'bo', 'Bo')]);
  expect([await countOf(again, 'old mill'), await countOf(again, 'new mill')]).toEqual([0, 3]);
  await again.close();
});

it('a store that is opened finishes what another program has begun', async () => {
  const open = await newPlace();
  const store = await open();
  await recordBatch(store, records(5));
  await store.query(
    { text: `update party set name = 'New Mill', stale_after = 't00001' where id = 'mill'` },
    [],
  );
  await store.close();
  const again = await open();
  expect([await countOf(again, 'old mill'), await countOf(again, 'new mill')]).toEqual([0, 5]);
  await again.close();
});
