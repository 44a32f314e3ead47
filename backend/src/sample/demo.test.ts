import { expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { waitingWriters } from '../ledger/waiting-writers.testing.ts';
import { inTurn } from '../ledger/writer-turn.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { cast } from './cast.ts';
import { startDemo } from './demo.ts';
import { sampleRecords } from './sample.ts';

const events = ({ db }: Store) =>
  db.selectFrom('event').select(['operation', 'item']).orderBy('id').execute();

/** Begins writers one after the other while none can have its turn; resolves when all have ended. */
async function beginTogether<T>({ db }: Store, writers: readonly (() => Promise<T>)[]) {
  const begun: Promise<T>[] = [];
  await inTurn(db, async (trx) => {
    for (const writer of writers) {
      begun.push(writer());
      await expect.poll(() => waitingWriters(trx)).toBe(begun.length);
    }
  });
  return await Promise.all(begun);
}

const openTestStore = testStores();
it('gives an empty store the sample and then events, until it is stopped', async () => {
  const store = await openTestStore();
  const stop = await startDemo(store, { pauses: [1, 2] });
  const operations = async () =>
    new Set((await events(store)).slice(400).map(({ operation }) => operation));
  await expect.poll(operations).toEqual(new Set(['insert', 'update']));
  await expect.poll(async () => (await events(store)).length).toBeGreaterThan(412);
  await stop();
  const told = await events(store);
  expect(told.slice(0, 400).every(({ operation }) => operation === 'insert')).toBe(true);
  expect(told[0]?.item).toBe('demo-000001');
  await store.close();
});

it('goes on in a store that holds the sample, without making it again', async () => {
  const store = await openTestStore();
  const stopFirst = await startDemo(store);
  await stopFirst();
  const stop = await startDemo(store, { pauses: [1, 2] });
  await expect.poll(async () => (await events(store)).length).toBeGreaterThan(405);
  await stop();
  const told = await events(store);
  const made = told.filter(({ item }) => /^demo-\d{6}$/.test(item));
  expect(made.filter(({ operation }) => operation === 'insert')).toHaveLength(400);
  await store.close();
});

it('leaves any other ledger alone', async () => {
  const store = await openTestStore();
  // So that a made-up transfer would not be rejected.
  await recordBatch(store, cast);
  const stop = await startDemo(store, { pauses: [0, 0] });
  // While these have their turns, a feed would have some of its own.
  for (let turn = 0; turn < 20; turn += 1) await recordBatch(store, cast.slice(0, 1));
  await stop();
  expect(await events(store)).toEqual([]);
  const { n } = await store.db
    .selectFrom('party')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(n).toBe(cast.length);
  await store.close();
});

it('gives no sample to a ledger that another process is just filling', async () => {
  const store = await openTestStore();
  await beginTogether<unknown>(store, [
    () => recordBatch(store, [{ record: 'party', kind: 'user', id: 'u-1', name: 'Jun Sato' }]),
    () => startDemo(store).then((stop) => stop()),
  ]);
  const parties = await store.db.selectFrom('party').select('name').execute();
  expect(parties).toEqual([{ name: 'Jun Sato' }]);
  expect(await events(store)).toEqual([]);
  await store.close();
});

it('makes the sample once for two services that start together', async () => {
  const store = await openTestStore();
  const start = () => startDemo(store);
  for (const stop of await beginTogether(store, [start, start])) await stop();
  const told = await events(store);
  expect(told).toHaveLength(400);
  expect(told.every(({ operation }) => operation === 'insert')).toBe(true);
  await store.close();
});

it('does not reopen what another service has closed since it was read', async () => {
  const store = await openTestStore();
  const sample = sampleRecords(Date.UTC(2026, 0, 31, 12));
  await recordBatch(store, sample);
  const revoked = sample.map((record) =>
    record.record === 'transfer' ? { ...record, stat: 8, vars: [] } : record,
  );
  let stop = async () => {};
  await beginTogether<unknown>(store, [
    () => recordBatch(store, revoked),
    async () => {
      // Begins to feed while the transfers are still open.
      stop = await startDemo(store, { pauses: [0, 0] });
    },
  ]);
  const ofFeed = async () => (await events(store)).filter(({ item }) => !/^demo-\d{6}$/.test(item));
  await expect.poll(async () => (await ofFeed()).length).toBeGreaterThan(50);
  await stop();
  const { open } = await store.db
    .selectFrom('transfer')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('item', '~', '^demo-[0-9]{6}$')
    .where('stat', '<>', 8)
    .executeTakeFirstOrThrow();
  expect(open).toBe(0);
  await store.close();
});
