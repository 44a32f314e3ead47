import { currentClient } from '@tallystick/guard/caller';
import { readEnvironment } from '@tallystick/shared/environment';
import { expect, it } from 'vitest';
import { firstStage } from '../doctor/examine-step.ts';
import { buildService } from '../service/service.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';

const key = 'key-of-this-machine';
const party = (n: number) => `{"record":"party","kind":"user","id":"u-${n}","name":"Jun Sato"}`;

async function serviceOver(store: Store, importKey?: string, more: Record<string, string> = {}) {
  const read = readEnvironment({ LEDGER_TOKEN: 'public-local', LOG_LEVEL: 'error', ...more });
  if (!read.ok) throw new Error(read.problem);
  const { environment } = read;
  const service = await buildService({
    store,
    environment,
    // A busy machine under test is not what is tested.
    maxLag: 600_000,
    ...(importKey && { importKey }),
  });
  const send = async (payload: object, authorization?: string) => {
    const answer = await service.inject({
      method: 'POST',
      url: '/ledger/import',
      headers: { ...(authorization !== undefined && { authorization }) },
      payload,
    });
    const body: unknown = answer.json();
    return { status: answer.statusCode, body };
  };
  return { service, send };
}

const partyCount = async ({ db }: Store) =>
  (await db.selectFrom('party').select('id').execute()).length;

const openTestStore = testStores();
it('records lines for who has the key, and names those it skips by their number', async () => {
  const store = await openTestStore();
  const { service, send } = await serviceOver(store, key);
  const { status, body } = await send({ firstLine: 41, lines: [party(1), '', '{}', 'x'] }, key);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      parties: { inserted: 1, updated: 0, unchanged: 0 },
      transfers: { inserted: 0, updated: 0, unchanged: 0 },
      bad: [
        { line: 43, reason: expect.stringContaining('neither a party nor a transfer') },
        { line: 44, reason: 'is not JSON' },
      ],
    },
  });
  expect(await partyCount(store)).toBe(1);
  await service.close();
  await store.close();
});

it('takes far more than other calls: 1,000 long lines', async () => {
  const store = await openTestStore();
  const { service, send } = await serviceOver(store, key);
  const lines = Array.from({ length: 1_000 }, (_, n) => party(n) + ' '.repeat(1_000));
  const { status } = await send({ firstLine: 1, lines }, key);
  expect(status).toBe(200);
  expect(await partyCount(store)).toBe(1_000);
  await service.close();
  await store.close();
});

it('examines as the operator’s work, not as a client’s', async () => {
  const store = await openTestStore();
  const clients: (string | undefined)[] = [];
  const { service } = await serviceOver(
    {
      ...store,
      query: (statement, values) => {
        clients.push(currentClient());
        return store.query(statement, values);
      },
    },
    key,
  );
  const examined = await service.inject({
    method: 'POST',
    url: '/ledger/doctor',
    headers: { authorization: key },
    payload: firstStage,
  });
  expect(examined.statusCode).toBe(200);
  expect(clients.length).toBeGreaterThan(0);
  expect(clients.filter((client) => client !== undefined)).toEqual([]);
  await service.close();
  await store.close();
});

it('holds the operator to no limit, and everybody else to that of their address', async () => {
  const store = await openTestStore();
  const { service, send } = await serviceOver(store, key, { LIMIT_PER_ADDRESS: '2' });
  const statuses = async (authorization: string) => {
    const found: number[] = [];
    for (const n of [1, 2, 3, 4]) {
      found.push((await send({ firstLine: 1, lines: [party(n)] }, authorization)).status);
    }
    return found;
  };
  expect(await statuses(key)).toEqual([200, 200, 200, 200]);
  expect(await statuses('another')).toEqual([401, 401, 429, 429]);
  await service.close();
  await store.close();
});

it('refuses every other credential: none, the public one, another key', async () => {
  const store = await openTestStore();
  const { service, send } = await serviceOver(store, key);
  const others = [undefined, 'public-local', 'Bearer public-local', 'key-of-this-machinf', ''];
  for (const authorization of others) {
    expect(await send({ firstLine: 1, lines: [party(1)] }, authorization)).toEqual({
      status: 401,
      body: { code: 401, error: 'This key does not open the import.' },
    });
  }
  expect(await partyCount(store)).toBe(0);
  await service.close();
  await store.close();
});

it('refuses a body that is none', async () => {
  const store = await openTestStore();
  const { service, send } = await serviceOver(store, key);
  for (const body of [{}, { firstLine: 0, lines: [] }, { firstLine: 1, lines: [1] }]) {
    const { status, body: answer } = await send(body, key);
    expect(status).toBe(400);
    expect(answer).toEqual({ code: 400, error: expect.any(String) });
  }
  await service.close();
  await store.close();
});

it('is not there in a service without a key', async () => {
  const store = await openTestStore();
  const { service, send } = await serviceOver(store);
  expect((await send({ firstLine: 1, lines: [] }, '')).status).toBe(404);
  await service.close();
  await store.close();
});
