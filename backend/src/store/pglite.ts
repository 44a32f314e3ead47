import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Connections, eventChannel, openConnections, sessionSettings } from './database.ts';
import { hasEnded, PgliteStream } from './pglite-stream.ts';
import { startUpkeep } from './upkeep.ts';

export interface Engine extends Pick<Connections, 'db' | 'query'> {
  /**
   * Calls the listener some time after each commit with events: a wake-up only, which can be
   * lost or come twice. Returns a function that ends it.
   */
  onEvent(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Opens PGlite in a worker thread, over the files in the folder, which it makes if there are none.
 * Rejects if it cannot.
 */
export async function openPglite(folder: string): Promise<Engine> {
  if (!existsSync(folder)) await createFiles(folder);
  const worker = await startWorker(folder);
  // From here on a failure of the thread shows as one of the connection.
  worker.on('error', () => {});
  const listeners = new Set<() => void>();
  const { db, query } = openConnections({
    stream: () => new PgliteStream(worker),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: async (client) => {
      client.on('notification', () => {
        for (const listener of listeners) listener();
      });
      await client.query(`rollback; deallocate all; ${sessionSettings}; listen ${eventChannel}`);
    },
  });
  const endUpkeep = startUpkeep(query);
  return {
    db,
    query,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
  await once(worker, 'message');
  return worker;
}

async function stopWorker(worker: Worker): Promise<void> {
  if (hasEnded(worker)) return;
  const exit = once(worker, 'exit');
  worker.postMessage(null);
  await exit;
}
