import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bulkEntries } from '../records/bulk-entries.ts';
import { testRecordKey, testStores } from '../store/test-stores.testing.ts';
import { bulkTarget } from './bulk-target.ts';

const party = (id: string) => JSON.stringify({ record: 'party', kind: 'user', id, name: 'Ada' });
const creator = JSON.stringify({ record: 'party', kind: 'creator', id: 'nwu', name: 'Northwind' });
const feat = { form: 'asset', sort: 'transfer' };
const transfer = { record: 'transfer', item: 't', trxn: null, stat: 0, feat, crts: 0, vars: [] };
/** As many as one copy writes. */
const transfers = Array.from({ length: 20_000 }, () =>
  JSON.stringify({ ...transfer, cred: 'nwu', debt: 'user-0' }),
);

const openTestStore = testStores();
it('reads on no further than a few writes ahead, also where lines have both parties and transfers', async () => {
  const store = await openTestStore();
  await store.withSession(({ db }) =>
    db.transaction().execute(async (trx) => {
      const copies: (() => void)[] = [];
      const copyIn = () => new Promise<number>((done) => copies.push(() => done(0)));
      const target = bulkTarget(trx, copyIn, await bulkEntries(trx, testRecordKey));
      await target.record(1, [creator]);
      let recorded = 0;
      const record = async () => {
        for (let n = 0; n < 5; n += 1) {
          await target.record(1, [party(`user-${n}`), ...transfers]);
          recorded += 1;
        }
      };
      void record();
      await expect.poll(() => copies.length).toBe(1);
      copies[0]?.();
      // The transfers, then their entries in the log of records.
      await expect.poll(() => copies.length).toBe(2);
      copies[1]?.();
      // With all that was written before it.
      await expect.poll(() => copies.length).toBe(3);
      await nextTurn();
      expect(recorded).toBe(3);
    }),
  );
  await store.close();
});
