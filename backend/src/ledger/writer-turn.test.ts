import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testStores } from '../store/test-stores.testing.ts';
import { inTurn } from './writer-turn.ts';

const openTestStore = testStores();
it('a writer that has its turn is given a minute between statements, and it alone', async () => {
  const store = await openTestStore();
  const limit = () =>
    sql<{ limit: string }>`
        select current_setting('idle_in_transaction_session_timeout') as limit`;
  await inTurn(store.db, async (trx) => {
    expect((await limit().execute(trx)).rows).toEqual([{ limit: '1min' }]);
  });
  expect((await limit().execute(store.db)).rows).toEqual([{ limit: '0' }]);
  await store.close();
});
