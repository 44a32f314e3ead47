import { expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { openTestService } from '../service/service.testing.ts';
import { testStores } from '../store/test-stores.testing.ts';

const openTestStore = testStores();

it('a transfer whose item is its transaction id too is found by it once', async () => {
  const store = await openTestStore();
  await recordBatch(store, [
    { record: 'party', kind: 'user', id: 'ada', name: 'Ada' },
    { record: 'party', kind: 'creator', id: 'nwu', name: 'North' },
    {
      ...{ record: 'transfer', item: 'both-ids-77', trxn: 'both-ids-77', stat: 6, crts: 0 },
      ...{ cred: 'nwu', debt: 'ada', feat: { form: 'asset', sort: 'transfer' } },
    },
  ]);
  const service = await openTestService(store);
  const data = { index: 1, items: 10, filters: { search: 'both-ids-77' } };
  expect(await service.call('/transfers/list/latest', { data })).toMatchObject({
    status: 200,
    body: { data: { list: [{ item: 'both-ids-77' }], count: 1 } },
  });
  await service.close();
  await store.close();
});
