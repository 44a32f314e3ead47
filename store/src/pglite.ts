import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { openConnections, sessionSettings } from './connections.ts';
import type { Definition } from './definition.ts';
import { createListeners, type Engine } from './engine.ts';
import { hasEnded, PgliteStream } from './pglite-stream.ts';
import { startUpkeep } from './upkeep.ts';

/**
 * Opens PGlite in a worker thread, over the files in the folder, which it makes if there are none.
 * Rejects if it cannot.
 */
export async function openPglite<Database>(
  folder: string,
  { channel, schema }: Definition,
): Promise<Engine<Database>> {
  if (!existsSync(folder)) await createFiles(folder);
  const worker = await startWorker(folder);
  // From here on a failure of the thread shows as one of the connection.
  worker.on('error', () => {});
  const { onNotify, wake } = createListeners();
  const { db, query } = openConnections<Database>({
    stream: () => new PgliteStream(worker),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: async (client) => {
      client.on('notification', wake);
      await client.query(`rollback; deallocate all; ${sessionSettings(schema)}; listen ${channel}`);
    },
  });
  const endUpkeep = startUpkeep(query);
  return {
    db,
    query,
    onNotify,
    close: async () => {
      await endUpkeep();
      await db.destroy();
      await stopWorker(worker);
    },
  };
}

/** Under another name first: a process that is killed meanwhile leaves no half of a database. */
async function createFiles(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await stopWorker(await startWorker(draft));
  await rename(draft, folder);
}

async function startWorker(folder: string): Promise<Worker> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: folder });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('PGlite ended while it was being opened.');
  });
  ended.catch(() => {});
  await Promise.race([once(worker, 'message'), ended]);
  return worker;
}

async function stopWorker(worker: Worker): Promise<void> {
  if (hasEnded(worker)) return;
  const exit = once(worker, 'exit');
  worker.postMessage(null);
  await exit;
}
