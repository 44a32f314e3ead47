import { tmpdir } from 'node:os';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { startPostgres } from '@tallystick/store/postgres-server.testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { openStore } from '../store/store.ts';
import { fixtureRecords, openTestService, testToken } from './service.testing.ts';

it('says that the ledger is not available while its server is away, and goes on', async () => {
  const server = await startPostgres();
  const opened = await openStore({ DATA_DIR: tmpdir(), DATABASE_URL: `${server.url}postgres` });
  if (!opened.ok) throw new Error(opened.problem);
  const { value: store } = opened;
  let log = '';
  const service = await openTestService(store, {}, { write: (line) => (log += line) });
  const list = () => service.call('/transfers/list/latest', { data: { index: 1, items: 10 } });
  const code = () =>
    service.app.inject({
      method: 'POST',
      url: '/sandbox/code.create',
      headers: { authorization: testToken },
      payload: { data: { user: 'ann@example.org' } },
    });
  const health = async (url: string) => (await service.app.inject({ url })).statusCode;
  await recordBatch(store, await fixtureRecords());
  const before = await list();
  expect(before).toMatchObject({ status: 200, body: { data: { count: 198 } } });

  await server.stop();
  const error = 'The ledger is not available now. Please try again.';
  // Each waits for ten seconds, in which a server could have been started again.
  const [listed, refused, ready] = await Promise.all([list(), code(), health('/ready')]);
  expect(listed).toMatchObject({ status: 503, body: { code: 503, error } });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
  expect(await health('/health')).toBe(200);
  expect(ready).toBe(503);
  expect(log).not.toContain('ann@example.org');

  await server.start();
  await expect.poll(list).toEqual(before);
  // Its answer is reused for a second.
  await expect.poll(() => health('/ready')).toBe(200);
  expect((await code()).statusCode).toBe(200);
  await service.close();
  await store.close();
  await server.end();
});

it('says that the ledger is not available to who writes, and not that its disk is full, where the server is a standby now', async () => {
  const place = { DATA_DIR: tmpdir(), DATABASE_URL: await copyDatabase() };
  const before = await openStore(place);
  if (!before.ok) throw new Error(before.problem);
  await recordBatch(before.value, await fixtureRecords());
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    before.value.db,
  );
  // What a standby answers.
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = on`.execute(
    before.value.db,
  );
  await before.value.close();
  const opened = await openStore(place);
  if (!opened.ok) throw new Error(opened.problem);
  const service = await openTestService(opened.value, {}, { write: () => {} });
  expect(
    await service.call('/sandbox/code.create', { data: { user: 'ann@example.org' } }),
  ).toMatchObject({
    status: 503,
    body: { error: 'The ledger is not available now. Please try again.' },
  });
  expect(
    await service.call('/transfers/list/latest', { data: { index: 1, items: 10 } }),
  ).toMatchObject({ status: 200, body: { data: { count: 198 } } });
  await service.close();
  await opened.value.close();
});
