import { expect, it } from 'vitest';
import { findingsOf } from '../doctor/findings-of.testing.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { listTransfers } from '../transfers/transfer-list.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { recordBatch } from './record.ts';
import { usualSizes } from './segments.ts';

const sizes = { ...usualSizes, maxPair: 2, pairStep: 1 };
const day = 86_400_000;
/** Ids that could be taken for each other if their lengths were not said. */
const pairs = [
  { cred: 'a/1', debt: '2' },
  { cred: 'a', debt: '1/2' },
  { cred: '🦊/', debt: '😀' },
  { cred: 'a', debt: '2' },
];
const transfer = (n: number, stat: number, pair: (typeof pairs)[number]): LedgerRecord => ({
  record: 'transfer',
  item: `${n} ${pair.cred} to ${pair.debt}`,
  trxn: null,
  stat,
  feat: { form: 'asset', sort: 'transfer' },
  crts: n * 10 * day,
  ...pair,
});
const parties = pairs.flatMap(({ cred, debt }): LedgerRecord[] => [
  { record: 'party', kind: 'creator', id: cred, name: cred },
  { record: 'party', kind: 'user', id: debt, name: debt },
]);

const openTestStore = testStores();
it('what a busy pair has is counted, kept with each batch, and examined', async () => {
  const store = await openTestStore();
  const [busy, other, odd, quiet] = pairs;
  if (!busy || !other || !odd || !quiet) throw new Error('no pairs');
  const first = [busy, other, odd].flatMap((pair) => [0, 1, 2].map((n) => transfer(n, n, pair)));
  await recordBatch(store, [...parties, ...first, transfer(0, 0, quiet)], undefined, sizes);
  const counted = async () =>
    store.query<{ scope: string; n: number }>(
      {
        text: `select scope, sum(one)::int as n from segment, unnest(n) as one where level = 3
            group by scope order by scope`,
      },
      [],
    );
  expect(await counted()).toEqual([
    { scope: 'pair/1/a/1/2', n: 3 },
    { scope: 'pair/2/🦊//😀', n: 3 },
    { scope: 'pair/3/a/1/2', n: 3 },
  ]);
  // A new one, one with another status, and one that goes from one pair to another.
  await recordBatch(store, [
    transfer(9, 6, busy),
    transfer(1, 6, other),
    { ...transfer(2, 2, odd), ...busy },
    transfer(1, 0, quiet),
  ]);
  expect(await counted()).toEqual([
    { scope: 'pair/1/a/1/2', n: 3 },
    { scope: 'pair/2/🦊//😀', n: 2 },
    { scope: 'pair/3/a/1/2', n: 5 },
  ]);
  const filters = { credit: 'a', debit: '1/2', stat: [6] };
  const list = await listTransfers(store, { list: 'all', index: 1, items: 5, filters });
  expect([list.count, list.list.map(({ item }) => item)]).toEqual([1, ['1 a to 1/2']]);
  expect(await findingsOf(store)).toEqual([]);

  await store.query(
    { text: `update segment set n[7] = n[7] + 1 where scope = 'pair/1/a/1/2' and crts = 0` },
    [],
  );
  await store.query({ text: `delete from segment where scope = 'pair/3/a/1/2' and crts > 0` }, []);
  expect(await findingsOf(store)).toEqual([
    'pair/1/a/1/2, 1970-01-01 and 15 days more, asset, status 6: 2 in all are counted, 1 transfers are there',
    'pair/3/a/1/2, 1970-01-17 and 15 days more, asset, status 2: 0 in all are counted, 2 transfers are there',
    'pair/3/a/1/2, 1970-03-22 and 15 days more, asset, status 6: 0 in all are counted, 1 transfers are there',
  ]);
  await store.close();
});
