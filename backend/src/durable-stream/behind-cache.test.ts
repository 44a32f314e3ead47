import { stream } from '@durable-streams/client';
import {
  type CacheInFront,
  isHere,
  programs,
  startCache,
} from '@tallystick/guard/cache-in-front.testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { parties, startTestFeed, type TestFeed, transferRecord } from '../live/live.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import type { ChangeMessage } from './change-message.ts';

// Many readers behind a cache that asks once for all of them.

const count = 60;
const events = 6;

const openTestStore = testStores();
for (const program of ['nginx', 'Varnish'] as const) {
  const why = isHere(program) ? '' : ` (skipped: there is no ${programs[program]})`;
  describe.skipIf(!isHere(program))(`the stream behind the cache of ${program}${why}`, () => {
    let store: Store;
    let feed: TestFeed;
    let cache: CacheInFront;
    beforeAll(async () => {
      store = await openTestStore();
      await recordBatch(store, parties);
      feed = await startTestFeed(store);
      cache = await startCache(program, Number(new URL(feed.url).port));
    });
    afterAll(async () => {
      await cache?.close();
      await feed?.close();
      await store?.close();
    });

    it('reaches every reader once and in order, for a few requests an event', async () => {
      const url = `${cache.url}/streams/transfers`;
      const readers = await Promise.all(Array.from({ length: count }, () => read(url)));
      const items = Array.from({ length: events }, (_, n) => `item-${n}`);
      for (const [n, item] of items.entries()) {
        await recordBatch(store, [transferRecord(item)]);
        await expect.poll(() => readers.every(({ keys }) => keys.length === n + 1)).toBe(true);
      }
      for (const { cancel } of readers) cancel();
      for (const { keys } of readers) expect(keys).toEqual(items);
      const asked = feed.asked.filter((address) => address.startsWith('/streams/'));
      // Without a cache each of them asks for each event.
      expect(asked.length).toBeLessThan((count * events) / 10);
    });
  });
}

async function read(url: string) {
  const keys: string[] = [];
  const response = await stream<ChangeMessage>({ url, offset: '-1', live: 'long-poll' });
  response.subscribeJson(({ items }) => {
    keys.push(...items.map(({ key }) => key));
  });
  return { keys, cancel: () => response.cancel() };
}
