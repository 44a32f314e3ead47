import { tries } from '@tallystick/contract/testing/proof';
import { neighboursSchema } from '@tallystick/shared/contracts/neighbours';
import type { TransferRow } from '@tallystick/shared/contracts/transfer';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createModel, everyParty, transferRecord } from '../ledger/ledger-model.testing.ts';
import { recordBatch } from '../ledger/record.ts';
import { fixtureRecords, openTestService } from '../service/service.testing.ts';
import { emptyLedger, testStores } from '../store/test-stores.testing.ts';
import { findNeighbours } from './neighbours.ts';

/** Looked up in the whole list, newest first. */
function beside(list: readonly TransferRow[], item: string) {
  const place = list.findIndex((row) => row.item === item);
  const at = (index: number) => {
    const row = list[index];
    return row ? { item: row.item, trxn: row.trxn, crts: row.crts } : null;
  };
  return { earlier: at(place + 1), later: at(place - 1) };
}

const openTestStore = testStores();
describe('neighbours', () => {
  it('are what stands beside a transfer in its parties’ lists', async () => {
    const store = await openTestStore();
    const transfers = fc.array(transferRecord(12), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(transfers, async (records) => {
        await emptyLedger(store);
        const model = createModel();
        for (const batch of [everyParty, records]) {
          model.record(batch);
          await recordBatch(store, batch);
        }
        for (const { item, feat, cred, debt } of model.list({ list: 'all', party: '' })) {
          const credit = feat.form === 'asset' ? 'creator' : 'consumer';
          expect(await findNeighbours(store, item)).toEqual({
            credit: beside(model.list({ list: credit, party: cred }), item),
            debit: beside(model.list({ list: 'user', party: debt }), item),
          });
        }
      }),
      { numRuns: tries(8) },
    );
  });

  it('are answered by item or by transaction id', async () => {
    const store = await openTestStore();
    await recordBatch(store, await fixtureRecords());
    const service = await openTestService(store);
    const trxn = 'b84020c6ad840e507b6418ebc130ff140ba9be6c';
    const byTrxn = await service.call('/transfers/neighbours', { data: { item: trxn } });
    expect(byTrxn.status).toBe(200);
    const { data } = v.parse(v.object({ data: neighboursSchema }), byTrxn.body);
    expect(data.credit.later).toBeNull();
    expect(data.debit.later).toBeNull();
    expect(await service.call('/transfers/neighbours', { data: { item: 'otc-035592' } })).toEqual(
      byTrxn,
    );
    expect(await service.call('/transfers/neighbours', { data: { item: 'nothing' } })).toEqual({
      status: 404,
      body: { code: 404, error: 'There is no such transfer.' },
    });
    await service.close();
  });
});
