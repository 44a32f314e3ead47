import { tmpdir } from 'node:os';
import {
  type PostgresServer,
  type Replica,
  startPostgres,
  startReplica,
} from '@tallystick/store/postgres-server.testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { openStore, type Store } from '../store/store.ts';
import { fixtureRecords, openTestService, type TestService } from './service.testing.ts';

let primary: PostgresServer;
let standby: Replica;
let store: Store;
let service: TestService;
const states: string[] = [];
beforeAll(async () => {
  primary = await startPostgres();
  const environment = { DATA_DIR: tmpdir(), DATABASE_URL: `${primary.url}postgres` };
  const opened = await openStore(environment);
  if (!opened.ok) throw new Error(opened.problem);
  await opened.value.close();
  standby = await startReplica(primary);
  const reopened = await openStore(
    { ...environment, DATABASE_READ_URL: `${standby.url}postgres` },
    (state) => states.push(state),
  );
  if (!reopened.ok) throw new Error(reopened.problem);
  store = reopened.value;
  service = await openTestService(store);
  // Its first connection may take too long on a busy machine: then it is away for a moment.
  await vi.waitUntil(() => states.at(-1) === 'in use', { timeout: 60_000 });
});
afterAll(async () => {
  await service.close();
  await store.close();
  await standby.end();
  await primary.end();
});

async function countOf(seen?: number): Promise<unknown> {
  const body = { data: { index: 1, items: 10 }, ...(seen !== undefined && { seen }) };
  return (await service.call('/transfers/list/data', body)).body;
}

it('answers nobody with less than they say that they have seen, and others from the replica', async () => {
  await standby.stay();
  await recordBatch(store, await fixtureRecords());
  // A replica that has been slow for a moment, or to take one more connection, is left to itself for another.
  await expect.poll(() => countOf()).toMatchObject({ data: { count: 0, sequence: 0 } });
  expect(await countOf(1)).toMatchObject({ data: { count: 198, sequence: 198 } });
  await standby.follow();
  await expect.poll(() => countOf()).toMatchObject({ data: { count: 198, sequence: 198 } });
});

it('says so in the description of its calls, and refuses what is no number of an event', async () => {
  const description = (await service.app.inject('/openapi.json')).body;
  expect(description).toContain('The newest live event that the asker was shown');
  const body = { data: { index: 1, items: 10 }, seen: 'yes' };
  expect((await service.call('/transfers/list/data', body)).status).toBe(400);
});
