import { expect, it } from 'vitest';
import { testStores } from '../store/test-stores.testing.ts';
import type { ServiceKey } from './service-key.ts';
import { shareServiceKey } from './share-service-key.ts';

const openTestStore = testStores();
const keyOf =
  (byte: number): ServiceKey =>
  () =>
    new Uint8Array(32).fill(byte);

it('has all servers of a ledger share the key of the first, until one is to replace it', async () => {
  const store = await openTestStore();
  const share = (byte: number, replaces = false) =>
    shareServiceKey(store, keyOf(byte), '/data/service.key', replaces);
  const same = { ok: true, value: null };
  const firsts = await Promise.all([share(1), share(1)]);
  expect(firsts).toEqual([same, same]);
  const other = {
    ok: false,
    problem:
      "The ledger's servers share the service key 0101010101010101, and /data/service.key is 0202020202020202: " +
      'copy that file from another of them. If it is lost, start once with SERVICE_KEY=replace, ' +
      'and whoever is signed in has to sign in again.',
  };
  expect(await share(2)).toEqual(other);
  expect(await share(1)).toEqual(same);
  expect(await share(2, true)).toEqual(same);
  expect(await share(1)).toMatchObject({ ok: false });
  expect(await share(2)).toEqual(same);
  await store.close();
});
