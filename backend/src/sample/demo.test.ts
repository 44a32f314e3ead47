import { expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { forEachEngine } from '../store/engines.testing.ts';
import type { Store } from '../store/store.ts';
import { startDemo } from './demo.ts';

const events = ({ db }: Store) =>
  db.selectFrom('event').select(['operation', 'item']).orderBy('id').execute();

forEachEngine((openTestStore) => {
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
    await recordBatch(store, [{ record: 'party', kind: 'user', id: 'u-1', name: 'Jun Sato' }]);
    const stop = await startDemo(store, { pauses: [0, 0] });
    await stop();
    expect(await events(store)).toEqual([]);
    const parties = await store.db.selectFrom('party').select('name').execute();
    expect(parties).toEqual([{ name: 'Jun Sato' }]);
    await store.close();
  });
});
