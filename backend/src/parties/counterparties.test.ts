import { counterpartiesSchema } from '@tallystick/shared/contracts/counterparties';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { openTestService, type TestService } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';

const transfer = (n: number, form: 'asset' | 'data', cred: string, debt: string): LedgerRecord => ({
  record: 'transfer',
  item: `t-${n}`,
  trxn: null,
  stat: 0,
  feat: { form, sort: 'transfer' },
  crts: n,
  cred,
  debt,
});
const parties = (['user', 'creator', 'consumer', 'checker'] as const).flatMap((kind) =>
  ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
    (id): LedgerRecord => ({ record: 'party', kind, id, name: `${kind} ${id}` }),
  ),
);

const openTestStore = testStores();
describe('counterparties', () => {
  let store: Store;
  let service: TestService;
  beforeAll(async () => {
    store = await openTestStore();
    await recordBatch(store, [
      ...parties,
      ...['b', 'c', 'c', 'd', 'e', 'f', 'g', 'g'].map((debt, n) => transfer(n, 'asset', 'a', debt)),
      transfer(20, 'data', 'a', 'b'),
      transfer(21, 'data', 'c', 'b'),
      // One more than is looked at; the oldest two are with another party.
      ...Array.from({ length: 2_001 }, (_, n) =>
        transfer(100 + n, 'asset', n < 2 ? 'f' : 'g', 'e'),
      ),
    ]);
    service = await openTestService(store);
  });
  afterAll(async () => {
    await service.close();
    await store.close();
  });

  async function of(kind: string, user: string) {
    const { status, body } = await service.call('/parties/counterparties', {
      data: { kind, user },
    });
    expect(status).toBe(200);
    return v.parse(v.object({ data: counterpartiesSchema }), body).data;
  }
  const user = (id: string, count: number) => ({ kind: 'user', id, name: `user ${id}`, count });

  it('of a creator are the users, the most frequent first, then the latest, at most five', async () => {
    expect(await of('creator', 'a')).toEqual({
      list: [user('g', 2), user('c', 2), user('f', 1), user('e', 1), user('d', 1)],
      of: 8,
      whole: true,
      all: 6,
    });
  });

  it('of a user are the parties of both forms under their kinds', async () => {
    const names = (await of('user', 'b')).list.map(({ name, count }) => `${name} ${count}`);
    expect(names).toEqual(['consumer c 1', 'consumer a 1', 'creator a 1']);
    expect(await of('consumer', 'c')).toEqual({ list: [user('b', 1)], of: 1, whole: true, all: 1 });
  });

  it('are those of the latest 2,000 transfers', async () => {
    const creator = { kind: 'creator', id: 'g', name: 'creator g', count: 1_999 };
    expect(await of('user', 'e')).toEqual({
      list: [creator, { ...creator, id: 'f', name: 'creator f', count: 1 }],
      of: 2_000,
      whole: false,
      all: 2,
    });
  });

  it('of nobody are none', async () => {
    expect(await of('user', 'nobody')).toEqual({ list: [], of: 0, whole: true, all: 0 });
    expect(
      await service.call('/parties/counterparties', { data: { kind: 'x', user: 'a' } }),
    ).toEqual({
      status: 400,
      body: { code: 400, error: 'data.kind must be one of: user, creator, consumer, checker.' },
    });
  });
});
