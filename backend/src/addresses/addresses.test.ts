import {
  partyAddressesSchema,
  transferAddressesSchema,
} from '@tallystick/shared/contracts/addresses';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { openTestService, type TestService } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';

const day = 86_400_000;
const transfer = (n: number): LedgerRecord => ({
  record: 'transfer',
  item: `t-${n}`,
  trxn: n === 1 ? null : `x-${n}`,
  stat: n % 10,
  feat: { form: n % 2 === 0 ? 'asset' : 'data', sort: 'transfer' },
  crts: Math.floor(n / 1_000) * day + n,
  cred: 'c',
  debt: 'u-0',
});

const openTestStore = testStores();
describe('addresses', () => {
  let store: Store;
  let service: TestService;
  beforeAll(async () => {
    store = await openTestStore();
    await recordBatch(store, [
      { record: 'party', kind: 'creator', id: 'c', name: 'C' },
      { record: 'party', kind: 'consumer', id: 'c', name: 'C' },
      ...Array.from(
        { length: 2_000 },
        (_, n): LedgerRecord => ({ record: 'party', kind: 'user', id: `u-${n}`, name: `U ${n}` }),
      ),
    ]);
    service = await openTestService(store);
  });
  afterAll(async () => {
    await service.close();
    await store.close();
  });

  const transfers = async (page: number) => {
    const { body } = await service.call('/transfers/addresses', { data: { page } });
    return v.parse(v.object({ data: transferAddressesSchema }), body).data;
  };
  const parties = async (page: number) => {
    const { body } = await service.call('/parties/addresses', { data: { page } });
    return v.parse(v.object({ data: partyAddressesSchema }), body).data;
  };

  it('of transfers are 2,000 a page, the oldest first', async () => {
    expect(await transfers(1)).toEqual({ list: [], pages: 0 });
    await recordBatch(
      store,
      Array.from({ length: 2_001 }, (_, n) => transfer(n)),
    );
    const first = await transfers(1);
    expect(first.pages).toBe(2);
    expect(first.list).toHaveLength(2_000);
    expect(first.list.slice(0, 2)).toEqual([
      { id: 't-0', crts: 0 },
      { id: 't-1', crts: 1 },
    ]);
    expect(await transfers(2)).toEqual({
      list: [{ id: 't-2000', crts: 2 * day + 2_000 }],
      pages: 2,
    });
    expect(await transfers(3)).toEqual({ list: [], pages: 2 });
    await recordBatch(store, [transfer(2_001)]);
    expect((await transfers(1)).list).toEqual(first.list);
    expect((await transfers(2)).list).toHaveLength(2);
  });

  it('of parties are in the order in which they were recorded, and stay where they are', async () => {
    const first = await parties(1);
    expect(first.pages).toBe(2);
    expect(first.list).toHaveLength(2_000);
    expect(first.list.slice(0, 3)).toEqual([
      { kind: 'creator', id: 'c' },
      { kind: 'consumer', id: 'c' },
      { kind: 'user', id: 'u-0' },
    ]);
    expect((await parties(2)).list).toEqual([
      { kind: 'user', id: 'u-1998' },
      { kind: 'user', id: 'u-1999' },
    ]);
    expect(await parties(3)).toEqual({ list: [], pages: 2 });
    await recordBatch(store, [
      { record: 'party', kind: 'user', id: 'u-0', name: 'Renamed' },
      { record: 'party', kind: 'user', id: 'u-new', name: 'New' },
    ]);
    expect((await parties(1)).list).toEqual(first.list);
    expect((await parties(2)).list.at(-1)).toEqual({ kind: 'user', id: 'u-new' });
  });

  it.each([0, 1.5, '1', 9e15])('have no page %j', async (page) => {
    const { status } = await service.call('/transfers/addresses', { data: { page } });
    expect(status).toBe(400);
  });
});
