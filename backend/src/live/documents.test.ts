import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import {
  logIn,
  parties,
  startTestFeed,
  type TestClient,
  type TestFeed,
  transferRecord,
} from './live.testing.ts';

const openTestStore = testStores();
describe('find, findOne and count by an unchanged realm-web', () => {
  let store: Store;
  let feed: TestFeed;
  let client: TestClient;
  beforeAll(async () => {
    store = await openTestStore();
    feed = await startTestFeed(store);
    client = await logIn(feed);
    await recordBatch(store, [
      ...parties,
      ...Array.from({ length: 100 }, (_, n) =>
        transferRecord(`many-${n}`, { crts: 1_000, cred: 'c2', stat: 0 }),
      ),
      transferRecord('old', { crts: 2_000, trxn: null }),
      transferRecord('tie-a', { crts: 3_000, stat: 6 }),
      transferRecord('tie-b', { crts: 3_000, stat: 6 }),
      transferRecord('data', {
        crts: 4_000_000_000_000,
        cred: 'n',
        feat: { form: 'data', sort: 'transfer' },
      }),
    ]);
  });
  afterAll(async () => {
    await feed.close();
    await store.close();
  });
  const items = (found: { item: string }[]) => found.map(({ item }) => item);

  it('finds one transfer as a plain document', async () => {
    expect(await client.transfers.find({ item: 'data' })).toEqual([
      {
        _id: 'data',
        item: 'data',
        trxn: 't-data',
        stat: 1,
        feat: { form: 'data', sort: 'transfer' },
        crts: 4_000_000_000_000,
        cred: 'n',
        debt: 'u',
        credit: { name: 'Consumer', kind: 'consumer' },
        debit: { name: 'User' },
      },
    ]);
  });

  it('sorts by crts, then by item', async () => {
    const newest = await client.transfers.find({}, { limit: 4 });
    expect(items(newest)).toEqual(['data', 'tie-b', 'tie-a', 'old']);
    const oldest = await client.transfers.find({ cred: 'c' }, { sort: { crts: 1 }, limit: 100 });
    expect(items(oldest)).toEqual(['old', 'tie-a', 'tie-b']);
  });

  it('finds by each documented field', async () => {
    const find = (query: Record<string, string | number>) =>
      client.transfers.find(query).then(items);
    expect(await find({ _id: 'old' })).toEqual(['old']);
    expect(await find({ trxn: 't-tie-a' })).toEqual(['tie-a']);
    expect(await find({ cred: 'n', debt: 'u' })).toEqual(['data']);
    expect(await find({ stat: 6, debt: 'u' })).toEqual(['tie-b', 'tie-a']);
    expect(await find({ stat: 6, cred: 'c' })).toEqual(['tie-b', 'tie-a']);
    expect(await find({ stat: 6, cred: 'c', debt: 'u', 'feat.form': 'data' })).toEqual([]);
    expect(await find({ trxn: 't-tie-a', stat: 6, cred: 'c' })).toEqual(['tie-a']);
    expect(await find({ 'feat.form': 'data' })).toEqual(['data']);
    expect(await find({ item: 'nothing' })).toEqual([]);
  });

  it('finds one, or none', async () => {
    expect(await client.transfers.findOne()).toMatchObject({ item: 'data', trxn: 't-data' });
    expect(await client.transfers.findOne({ cred: 'c' }, { sort: { crts: 1 } })).toMatchObject({
      item: 'old',
      trxn: null,
    });
    expect(await client.transfers.findOne({ item: 'nothing' })).toBeNull();
  });

  it('counts', async () => {
    const count = (query?: Record<string, string | number>) => client.transfers.count(query);
    expect(await count()).toBe(104);
    expect(await count({ 'feat.form': 'data' })).toBe(1);
    expect(await count({ stat: 6, 'feat.form': 'asset' })).toBe(2);
    expect(await count({ stat: 9 })).toBe(0);
    expect(await count({ cred: 'c2' })).toBe(100);
    expect(await count({ cred: 'c2', stat: 6 })).toBe(0);
    expect(await client.transfers.count({}, { limit: 7 })).toBe(7);
  });

  it('refuses rather than leaves out', async () => {
    const tooMany = {
      statusCode: 400,
      errorCode: 'BadRequest',
      error: /More than 100 transfers/,
    };
    await expect(client.transfers.find()).rejects.toMatchObject({
      ...tooMany,
      error: expect.stringMatching(tooMany.error),
    });
    await expect(client.transfers.find({}, { limit: 101 })).rejects.toMatchObject({
      ...tooMany,
      error: expect.stringMatching(tooMany.error),
    });
    expect(await client.transfers.find({}, { limit: 100 })).toHaveLength(100);
    expect(await client.transfers.find({ cred: 'c2' }, { limit: 1_000 })).toHaveLength(100);
  });

  it('refuses what it does not do', async () => {
    const { transfers, user } = client;
    const elsewhere = user.mongoClient('mongodb-atlas').db('ledger').collection('users');
    const otherwise = user.mongoClient('other').db('ledger').collection('transfers');
    await expect(transfers.find({ crts: 1 })).rejects.toMatchObject({ errorCode: 'BadRequest' });
    await expect(transfers.insertOne(Object.create({}))).rejects.toMatchObject({
      statusCode: 404,
      errorCode: 'FunctionNotFound',
    });
    await expect(elsewhere.find()).rejects.toMatchObject({ errorCode: 'NamespaceNotFound' });
    await expect(otherwise.find()).rejects.toMatchObject({ errorCode: 'ServiceNotFound' });
  });
});
