import { createHash } from 'node:crypto';
import { tries } from '@tallystick/contract/testing/proof';
import type { ExportList } from '@tallystick/shared/contracts/export';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findingsOf } from '../doctor/findings-of.testing.ts';
import { readList } from '../export/read-list.ts';
import type { Store } from '../store/store.ts';
import { emptyLedger, testStores } from '../store/test-stores.testing.ts';
import { summarize } from '../transfers/summary.ts';
import { listTransfers } from '../transfers/transfer-list.ts';
import {
  createModel,
  everyParty,
  type LedgerModel,
  type ModelQuery,
  modelQuery,
  partyIds,
  partyRecord,
  transferRecord,
} from './ledger-model.testing.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { recordBatch } from './record.ts';
import { type SegmentSizes, usualSizes } from './segments.ts';

const everything: ExportList[] = ['all', 'assets'];
const ofParties: ExportList[] = ['creator', 'consumer', 'user'];
const lists = [
  ...everything.map((list) => ({ list, party: '' })),
  ...ofParties.flatMap((list) => partyIds.map((party) => ({ list, party }))),
];

async function expectEveryPage(store: Store, model: LedgerModel, items: number): Promise<void> {
  for (const { list, party } of lists) {
    await expectPages(store, model, { list, party }, items);
  }
}

async function expectPages(
  store: Store,
  model: LedgerModel,
  query: ModelQuery,
  items: number,
): Promise<void> {
  const expected = model.list(query);
  for (let index = 1; (index - 2) * items < expected.length; index += 1) {
    const page = await listTransfers(store, { ...query, index, items });
    expect(page).toEqual({
      list: expected.slice((index - 1) * items, index * items),
      count: expected.length,
      sequence: model.events.length,
    });
  }
}

/** With the same filters, the export and the summary, which knows no search. */
async function expectFiltered(
  store: Store,
  model: LedgerModel,
  query: ModelQuery,
  items: number,
): Promise<void> {
  await expectPages(store, model, query, items);
  const { search, ...rest } = query;
  expect(await summarize(store, rest)).toEqual(model.summary(rest));
  const exported: string[] = [];
  const { list, party, filters = {} } = query;
  const asked = { list, party, search: search ?? '', filters };
  for await (const { transfers } of readList(store.query, asked)) {
    exported.push(...transfers.map(({ item }) => item));
  }
  expect(exported).toEqual(model.list(query).map(({ item }) => item));
}

/** So that a ledger of a few transfers has all that a long one has. */
const smallSizes: SegmentSizes = {
  maxPart: 2,
  newPart: 1,
  maxGroup: 2,
  newGroup: 1,
  maxDays: 1,
  dayStep: 1,
  partyStep: 1,
  maxPair: 2,
  pairStep: 1,
};

/** Everything that is counted is what is there. */
async function expectSegments(store: Store): Promise<void> {
  expect(await findingsOf(store)).toEqual([]);
}

const openTestStore = testStores();
it('keeps lists, totals, tallies and events as a simple model has them', async () => {
  const store = await openTestStore();
  const record = fc.oneof(
    { weight: 1, arbitrary: partyRecord },
    { weight: 3, arbitrary: transferRecord(6) },
  );
  const queries = fc.array(modelQuery, { minLength: 8, maxLength: 8 });
  const batches = fc.array(fc.array(record, { maxLength: 30 }), { maxLength: 4 });
  const sizes = fc.constantFrom(usualSizes, smallSizes);
  await fc.assert(
    fc.asyncProperty(
      batches,
      fc.boolean(),
      queries,
      sizes,
      async (batches, known, queries, sizes) => {
        await emptyLedger(store);
        const model = createModel();
        for (const batch of known ? [everyParty, ...batches] : batches) {
          const { rejected, ...counts } = await recordBatch(store, batch, undefined, sizes);
          const answer = { ...counts, rejected: rejected.map(({ position }) => position) };
          expect(answer).toEqual(model.record(batch));
        }
        await expectEveryPage(store, model, 3);
        for (const query of queries) await expectFiltered(store, model, query, 3);
        const events = await store.db
          .selectFrom('event')
          .select(['operation', 'item', 'doc'])
          .orderBy('id')
          .execute();
        expect(events).toEqual(model.events);
        const { rows: wrong } = await sql`
          select day, form, stat, n from tally where scope = '' and n <> 0
          except select crts / 86400000, form, stat, count(*) from transfer group by 1, 2, 3`.execute(
          store.db,
        );
        expect(wrong).toEqual([]);
        await expectSegments(store);
      },
    ),
    { numRuns: tries(8) },
  );
  await store.close();
});

it('finds every page of a long ledger, also after its transfers have moved', async () => {
  const store = await openTestStore();
  const model = createModel();
  const [records = []] = fc.sample(
    fc.array(transferRecord(900), { minLength: 2_600, maxLength: 2_600, size: 'max' }),
    { numRuns: 1, seed: 20_161 },
  );
  for (const batch of [everyParty, records.slice(0, 1_300), records.slice(1_300)]) {
    model.record(batch);
    await recordBatch(store, batch, undefined, smallSizes);
  }
  await expectSegments(store);
  await expectEveryPage(store, model, 10);
  for (const query of fc.sample(modelQuery, { numRuns: 40, seed: 20_162 })) {
    await expectFiltered(store, model, query, 17);
  }
  await store.close();
});

it('leaves no long list of search texts to be merged into their index, if batches are small', async () => {
  const store = await openTestStore();
  await recordBatch(store, everyParty);
  const [id = ''] = partyIds;
  for (let batch = 0; batch < 5; batch += 1) {
    const transfers = Array.from({ length: 200 }, (_, n): LedgerRecord => {
      const name = createHash('sha256').update(`${batch} ${n}`).digest('hex');
      const feat = { form: 'asset', sort: 'transfer' } as const;
      const parties = { cred: id, debt: id };
      return { record: 'transfer', item: name, trxn: name, stat: 0, feat, crts: n, ...parties };
    });
    await recordBatch(store, transfers);
  }
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('transfer_search') as pages`.execute(store.db);
  expect(rows[0]?.pages).toBeLessThanOrEqual(33);
  await store.close();
});
