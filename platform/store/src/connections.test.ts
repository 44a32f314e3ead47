import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { actingFor } from './caller.ts';
import { openConnections } from './connections.ts';
import { copyDatabase } from './copy-database.testing.ts';
import { type FairQueue, openFairQueue } from './fair-queue.ts';

const one = { text: 'select 1 as one' };

/** One connection to a database of its own, which is waited for no longer than 10 s. */
async function openOne(queue?: FairQueue) {
  const connectionString = await copyDatabase('template1');
  const connections = openConnections(
    { connectionString, max: 1, connectionTimeoutMillis: 10_000 },
    { ...(queue && { queue }) },
  );
  onTestFinished(() => connections.db.destroy());
  return connections;
}

it('a snapshot that could not begin leaves its connection to others', async () => {
  const { pool, openSnapshot, query } = await openOne();
  pool.once('acquire', (client) => {
    if (client instanceof pg.Client) client.end().catch(() => {});
  });
  await expect(openSnapshot()).rejects.toThrow('Client was closed');
  expect(await query(one, [])).toEqual([{ one: 1 }]);
});

it('a statement whose caller goes while it waits for a connection is not run', async () => {
  const { pool, query } = await openOne();
  const leaving = new AbortController();
  pool.once('acquire', () => leaving.abort());
  const asked = actingFor({ client: 'a', gone: leaving.signal }, () => query(one, []));
  await expect(asked).rejects.toMatchObject({ statusCode: 499 });
  expect(await query(one, [])).toEqual([{ one: 1 }]);
});

it('statements of one snapshot take a slot one after the other, also after one that fails', async () => {
  const queue = openFairQueue({
    slots: 4,
    batchSlots: 4,
    maxWaiting: 10,
    maxWaitingPerClient: 10,
    budget: 60_000,
  });
  let held = 0;
  let most = 0;
  const { openSnapshot } = await openOne({
    ...queue,
    acquire: async (work, gone) => {
      const leave = await queue.acquire(work, gone);
      held += 1;
      most = Math.max(most, held);
      return () => {
        held -= 1;
        leave();
      };
    },
  });
  const snapshot = await openSnapshot();
  const asked = [one, one, { text: 'select 1 / 0' }, one];
  const answers = await Promise.allSettled(asked.map((statement) => snapshot.query(statement, [])));
  expect(answers.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    // The transaction is over.
    'rejected',
  ]);
  expect([most, held]).toEqual([1, 0]);
  await snapshot.release();
});
