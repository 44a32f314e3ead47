import { afterEach, expect, it, vi } from 'vitest';
import { putNotice } from './notice/notices.ts';
import { openReceiver } from './notice/receiver.testing.ts';
import { buildOf, testKey } from './registry.testing.ts';
import { registryOver } from './registry-over.ts';
import { never, testRegistries } from './store/test-registries.testing.ts';

afterEach(() => vi.useRealTimers());

const openTestRegistry = testRegistries();
it('sends nothing more once it is being closed, though that waits for something else', async () => {
  const { store, files } = await openTestRegistry();
  const receiver = await openReceiver();
  const looking = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const all = async () => {
    looking.resolve();
    await looked.promise;
    return [];
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const registry = registryOver({
    store: { ...store, close: async () => {} },
    files: { ...files, drafts: { ...files.drafts, all } },
    key: testKey,
    webhook: { url: receiver.url },
    ...{ pace: never, expiryPace: never, sweepPace: 10, watchPace: 1_000 },
  });
  vi.advanceTimersByTime(10);
  await looking.promise;
  const closing = registry.close();
  const [app, build, at] = ['mfe-a', buildOf(1), new Date().toISOString()];
  await putNotice(store.db, [], 'one', {
    ...{ kind: 'error', channel: 'production', app, build, revision: 1, at, text: 'it fails' },
    error: { fingerprint: 'f', name: 'Error', message: 'it fails', place: null },
  });
  vi.advanceTimersByTime(1_000);
  const { db } = store;
  const tries = () => db.selectFrom('notice').select('tries').executeTakeFirst();
  for (let turn = 0; turn < 20; turn += 1) expect(await tries()).toEqual({ tries: 0 });
  looked.resolve();
  await closing;
  expect(await tries()).toEqual({ tries: 0 });
  expect(receiver.heard).toEqual([]);
  await receiver.close();
});
