import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import {
  listen,
  listenNow,
  logIn,
  parties,
  startTestFeed,
  type TestClient,
  type TestFeed,
  transferRecord,
} from './live.testing.ts';
import { maxBranches } from './watch-filter.ts';

interface Told {
  id: number;
  operation: string;
  doc: { item: string; trxn: string | null; stat: number; cred: string; feat: { form: string } };
}

/** Filters as users of the SDK write them, and what they mean. */
const filters: [filter: Record<string, unknown>, wants: (doc: Told['doc']) => boolean][] = [
  [{ 'fullDocument.stat': 6 }, ({ stat }) => stat === 6],
  [
    { 'fullDocument.stat': { $eq: 6 }, 'fullDocument.cred': 'c2' },
    ({ stat, cred }) => stat === 6 && cred === 'c2',
  ],
  [
    { $or: [{ 'fullDocument.stat': 3 }, { 'fullDocument.stat': 7 }] },
    ({ stat }) => stat === 3 || stat === 7,
  ],
  [
    // Some events fit both.
    {
      $or: [{ 'fullDocument.cred': 'c2' }, { 'fullDocument.stat': 6 }, { 'fullDocument.stat': 6 }],
    },
    ({ cred, stat }) => cred === 'c2' || stat === 6,
  ],
  [
    {
      'fullDocument.feat.form': 'asset',
      $or: [{ 'fullDocument._id': 'i-3' }, { 'fullDocument.trxn': 't-i-4' }],
    },
    ({ item, feat }) => feat.form === 'asset' && (item === 'i-3' || item === 'i-4'),
  ],
  [{ 'fullDocument.debt': 'nobody' }, () => false],
];

const openTestStore = testStores();
describe('the filter of a watch by an unchanged realm-web', () => {
  let store: Store;
  let feed: TestFeed;
  beforeEach(async () => {
    store = await openTestStore();
    await recordBatch(store, parties);
  });
  afterEach(async () => {
    await feed.close();
    await store.close();
  });

  /** Transfers that are recorded, and then change their status again and again. */
  async function recordSome(first: number, count: number): Promise<void> {
    for (let n = first; n < first + count; n += 4) {
      const some = [n, n + 1, n + 2, n + 3].map((at) => {
        const mixed = Math.imul(at + 1, 2_654_435_761) >>> 0;
        const item = mixed % 40;
        return transferRecord(`i-${item}`, {
          stat: (mixed >>> 8) % 10,
          cred: item % 3 === 0 ? 'c2' : 'c',
        });
      });
      await recordBatch(store, some);
    }
  }
  const told = async () => {
    const { rows } = await sql<Told>`select id, operation, doc from event order by id`.execute(
      store.db,
    );
    return rows;
  };
  const linesOf = (events: readonly Told[]) =>
    events.map(({ id, operation, doc }) => `${id} ${operation} ${doc.item} ${doc.stat}`);

  it.each([
    ['from memory', {}],
    ['from the table', { ring: 1 }],
  ])(
    'lets through what it says, once and in order, live and resumed %s',
    async (_from, settings) => {
      feed = await startTestFeed(store, settings);
      const client = await logIn(feed);
      const live = await Promise.all(filters.map(([filter]) => listenNow(client, { filter })));
      await recordSome(0, 200);
      const since = String((await told())[50]?.id);
      const resumed = filters.map(([filter]) =>
        listen(client, { filter: { ...filter, _since: since } }),
      );
      await recordSome(200, 200);
      const events = await told();
      for (const [n, [, wants]] of filters.entries()) {
        const expected = events.filter(({ doc }) => wants(doc));
        const later = expected.filter(({ id }) => id > Number(since));
        await expect.poll(() => live[n]?.events).toEqual(linesOf(expected));
        await expect.poll(() => resumed[n]?.events).toEqual(linesOf(later));
      }
      expect(filters.map(([, wants]) => events.filter(({ doc }) => wants(doc)).length > 0)).toEqual(
        [true, true, true, true, true, false],
      );
      await Promise.all([...live, ...resumed].map(({ stop }) => stop()));
    },
  );

  it('holds beside ids', async () => {
    feed = await startTestFeed(store, {});
    const client = await logIn(feed);
    const listening = await listenNow(client, {
      ids: ['a', 'b'],
      filter: { 'fullDocument.stat': 6 },
    });
    await recordBatch(store, [
      transferRecord('a', { stat: 6 }),
      transferRecord('b', { stat: 5 }),
      transferRecord('c', { stat: 6 }),
      transferRecord('b', { stat: 6 }),
    ]);
    await expect
      .poll(() => listening.events.map((line) => line.split(' ').slice(1).join(' ')))
      .toEqual(['insert a 6', 'update b 6']);
    await listening.stop();
  });
});

describe('a filter of a watch by an unchanged realm-web', () => {
  let store: Store;
  let feed: TestFeed;
  let client: TestClient;
  beforeAll(async () => {
    store = await openTestStore();
    feed = await startTestFeed(store, {});
    client = await logIn(feed);
  });
  afterAll(async () => {
    await feed.close();
    await store.close();
  });

  it.each([
    [{ 'fullDocument.vars': 1 }],
    [{ 'fullDocument.stat': { $gt: 6 } }],
    [{ 'fullDocument.stat': 10 }],
    [{ 'fullDocument.stat': '6' }],
    [{ operationType: 'insert' }],
    [{ $and: [{ 'fullDocument.stat': 6 }] }],
    [{ $or: [] }],
    [{ $or: { 'fullDocument.stat': 6 } }],
    [{ $or: [6] }],
    [{ $or: [{ stat: 6 }] }],
    [{ $or: [{ _since: '1' }] }],
    [{ $or: [{ $or: [{ 'fullDocument.stat': 6 }] }] }],
    [{ $or: Array.from({ length: maxBranches + 1 }, () => ({ 'fullDocument.stat': 6 })) }],
  ])('is refused if it would not be kept to: %j', async (filter) => {
    await expect(listenNow(client, { filter })).rejects.toMatchObject({
      statusCode: 400,
      errorCode: 'BadRequest',
    });
  });
});
