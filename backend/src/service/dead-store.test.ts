import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, inject, it, vi } from 'vitest';
import { openStore } from '../store/store.ts';
import { openTestService } from './service.testing.ts';

const threads = vi.hoisted(() => new Set<Worker>());
vi.mock('node:worker_threads', async (original) => {
  const module = await original<typeof import('node:worker_threads')>();
  class WatchedWorker extends module.Worker {
    constructor(...given: ConstructorParameters<typeof module.Worker>) {
      super(...given);
      threads.add(this);
      this.once('exit', () => threads.delete(this));
    }
  }
  return { ...module, Worker: WatchedWorker };
});

it('says that the ledger is not available once the thread of the embedded store has died', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-dead-'));
  await cp(inject('pgliteTemplate'), join(folder, 'ledger'), { recursive: true });
  const opened = await openStore({ DATA_DIR: folder, DATABASE_URL: undefined });
  if (!opened.ok) throw new Error(opened.problem);
  let log = '';
  const service = await openTestService(opened.store, {}, { write: (line) => (log += line) });
  const list = () => service.call('/transfers/list/latest', { data: { index: 1, items: 10 } });
  const code = () => service.call('/sandbox/code.create', { data: { user: 'ann@example.org' } });
  const health = async (url: string) => (await service.app.inject({ url })).statusCode;
  // A busy machine may turn a request away, so each is asked for until it has its own answer.
  const patiently = { timeout: 20_000 };
  await expect.poll(list, patiently).toMatchObject({ status: 200 });

  expect(threads.size).toBe(1);
  for (const thread of threads) await thread.terminate();
  const error = 'The ledger is not available now. Please try again.';
  for (const call of [list, list, code]) {
    await expect.poll(call, patiently).toMatchObject({ status: 503, body: { code: 503, error } });
  }
  await expect.poll(() => health('/health'), patiently).toBe(200);
  expect(await health('/ready')).toBe(503);
  expect(log).not.toContain('ann@example.org');
  await service.close();
  await opened.store.close();
  await rm(folder, { recursive: true });
}, 60_000);
