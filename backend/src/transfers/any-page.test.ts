import { tries } from '@tallystick/contract/testing/proof';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  everyParty,
  type ModelQuery,
  modelQuery,
  transferRecord,
} from '../ledger/ledger-model.testing.ts';
import { recordBatch } from '../ledger/record.ts';
import type { Store } from '../store/store.ts';
import { emptyLedger, testStores } from '../store/test-stores.testing.ts';
import { listTransfers } from './transfer-list.ts';

const items = 3;
/** Sizes so small that a few transfers have every kind of segment that a long ledger has. */
const sizes = {
  maxPart: 3,
  newPart: 2,
  maxGroup: 2,
  newGroup: 1,
  maxDays: 2,
  dayStep: 1,
  partyStep: 2,
  maxPair: 2,
  pairStep: 1,
};

/** The conditions of a list, said again without what counts them. */
function whereOf({ list, party, filters = {} }: ModelQuery) {
  const { form, stat, from, to, credit, debit } = filters;
  const listed = {
    all: sql`true`,
    assets: sql`form = 'asset'`,
    creator: sql`form = 'asset' and cred = ${party}`,
    consumer: sql`form = 'data' and cred = ${party}`,
    user: sql`debt = ${party}`,
  }[list];
  const day = sql`to_char(to_timestamp(crts / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`;
  return sql`
    ${listed} and ${form ? sql`form = ${form}` : sql`true`}
    and ${stat ? sql`stat = any(${stat}::int[])` : sql`true`}
    and ${from ? sql`${day} >= ${from}` : sql`true`} and ${to ? sql`${day} <= ${to}` : sql`true`}
    and ${credit ? sql`cred = ${credit}` : sql`true`} and ${debit ? sql`debt = ${debit}` : sql`true`}`;
}

async function byOffset({ db }: Store, query: ModelQuery, offset: number) {
  const where = whereOf(query);
  const page = await sql<{ item: string }>`
    select item from transfer where ${where} order by crts desc, item desc
    offset ${offset} limit ${items}`.execute(db);
  const count = await sql<{ n: number }>`select count(*) as n from transfer where ${where}`.execute(
    db,
  );
  return { list: page.rows.map(({ item }) => item), count: count.rows[0]?.n };
}

async function byCounts(store: Store, query: ModelQuery, index: number) {
  const { list, count } = await listTransfers(store, { ...query, index, items });
  return { list: list.map(({ item }) => item), count };
}

const batch = fc.array(transferRecord(40), { minLength: 5, maxLength: 40, size: 'max' });
const query = modelQuery.map(({ search, ...rest }): ModelQuery => rest);

const openTestStore = testStores();
it('any page is what offset and count(*) say, whatever was recorded at once', async () => {
  const store = await openTestStore();
  const batches = fc.array(batch, { minLength: 2, maxLength: 6 });
  const queries = fc.array(query, { minLength: 10, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(batches, queries, async (batches, queries) => {
      await emptyLedger(store);
      await recordBatch(store, everyParty);
      // All batches have the same few transfers, so most change what another one has just recorded.
      const writing = Promise.all(
        batches.map((records) => recordBatch(store, records, undefined, sizes)),
      );
      const reading = queries.map(async (query, at) => {
        const { list, count } = await byCounts(store, query, at + 1);
        expect(list).toHaveLength(Math.min(items, Math.max(0, count - at * items)));
      });
      await Promise.all([writing, ...reading]);
      for (const query of queries) {
        for (let index = 1; ; index += 1) {
          const page = await byCounts(store, query, index);
          expect(page).toEqual(await byOffset(store, query, (index - 1) * items));
          if (page.list.length === 0) break;
        }
      }
    }),
    { numRuns: tries(5) },
  );
  await store.close();
});
