import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { copyFiles } from '@tallystick/store/copy-files.testing';
import { sql } from 'kysely';
import { expect, inject, it, vi } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { openStore } from '../store/store.ts';
import { fixtureRecords, openTestService, testToken } from './service.testing.ts';

const threads = vi.hoisted(() => ({ running: new Set<Worker>(), refused: false }));
vi.mock('node:worker_threads', async (original) => {
  const module = await original<typeof import('node:worker_threads')>();
  class WatchedWorker extends module.Worker {
    constructor(...given: ConstructorParameters<typeof module.Worker>) {
      if (threads.refused) throw new Error('No thread can be started.');
      super(...given);
      threads.running.add(this);
      this.once('exit', () => threads.running.delete(this));
    }
  }
  return { ...module, Worker: WatchedWorker };
});

it('says that the ledger is not available while the thread of the embedded store is dead, and goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-dead-'));
  copyFiles(inject('pgliteTemplate'), join(folder, 'ledger'));
  const opened = await openStore({ DATA_DIR: folder, DATABASE_URL: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  const { store } = opened;
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

  expect(threads.running.size).toBe(1);
  threads.refused = true;
  for (const thread of threads.running) await thread.terminate();
  const error = 'The ledger is not available now. Please try again.';
  expect(await list()).toMatchObject({ status: 503, body: { code: 503, error } });
  const refused = await code();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
  expect(await health('/health')).toBe(200);
  expect(await health('/ready')).toBe(503);
  expect(log).not.toContain('ann@example.org');

  threads.refused = false;
  // The files were left as by kill -9: PostgreSQL finds in its log what was committed.
  await expect.poll(list).toEqual(before);
  // Its answer is reused for a second.
  await expect.poll(() => health('/ready')).toBe(200);
  expect((await code()).statusCode).toBe(200);
  await service.close();
  await store.close();
  await rm(folder, { recursive: true });
});

it('says that the ledger is not available to who writes, and not that its disk is full, where the server is a standby now', async () => {
  const place = { DATA_DIR: tmpdir(), DATABASE_URL: await copyDatabase() };
  const before = await openStore(place);
  if (!before.ok) throw new Error(before.problem);
  await recordBatch(before.store, await fixtureRecords());
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    before.store.db,
  );
  // What a standby answers.
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = on`.execute(
    before.store.db,
  );
  await before.store.close();
  const opened = await openStore(place);
  if (!opened.ok) throw new Error(opened.problem);
  const service = await openTestService(opened.store, {}, { write: () => {} });
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
  await opened.store.close();
});
