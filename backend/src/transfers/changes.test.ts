import { transferChangesSchema } from '@tallystick/shared/contracts/changes';
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { openTestService } from '../service/service.testing.ts';
import { testStores } from '../store/test-stores.testing.ts';

const transfer = (item: string, stat: number): LedgerRecord => ({
  ...{ record: 'transfer', item, trxn: null, stat, crts: 0, cred: 'nwu', debt: 'ada' },
  feat: { form: 'asset', sort: 'transfer' },
});
const ada = (name: string): LedgerRecord => ({ record: 'party', kind: 'user', id: 'ada', name });

const openTestStore = testStores();
it('a transfer says when it was last changed, and not when its party was renamed', async () => {
  const store = await openTestStore();
  const service = await openTestService(store);
  const changes = async () => {
    const { body } = await service.call('/transfers/changes', {
      data: { items: ['kept', 'revoked', 'nobody'] },
    });
    return v.parse(v.object({ data: transferChangesSchema }), body).data.list;
  };
  const time = async () => {
    const { rows } = await sql<{ now: number }>`
        select (extract(epoch from now()) * 1000)::bigint as now`.execute(store.db);
    return rows[0]?.now ?? Number.NaN;
  };
  await recordBatch(store, [
    ada('Ada'),
    { record: 'party', kind: 'creator', id: 'nwu', name: 'Northwind' },
    transfer('kept', 6),
    transfer('revoked', 6),
  ]);
  expect(await changes()).toEqual([]);
  const before = await time();
  await recordBatch(store, [transfer('kept', 6), transfer('revoked', 8), ada('Countess')]);
  const after = await time();
  const [change, ...others] = await changes();
  expect([change?.item, others]).toEqual(['revoked', []]);
  expect(change?.changed).toBeGreaterThanOrEqual(before);
  expect(change?.changed).toBeLessThanOrEqual(after);
  await service.close();
  await store.close();
});
