import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import { eventChannel, openDatabase } from './database.ts';
import { PgliteStream } from './pglite-stream.ts';
import type { Database } from './schema.ts';

export interface Engine {
  db: Kysely<Database>;
  /** Calls the listener after each commit with events, until the returned function is called. */
  onEvent(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Opens PGlite in a worker thread, keeping its files in the folder, or in memory without one.
 * Rejects if the files cannot be opened.
 */
export async function openPglite(folder?: string): Promise<Engine> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: folder });
  await once(worker, 'message');
  const listeners = new Set<() => void>();
  const { db, pool } = openDatabase(
    {
      stream: () => new PgliteStream(worker),
      user: 'postgres',
      database: 'postgres',
      max: 1,
      idleTimeoutMillis: 0,
    },
    `rollback; deallocate all; listen ${eventChannel}`,
  );
  pool.on('connect', (client) => {
    client.on('notification', () => {
      for (const listener of listeners) listener();
    });
  });
  return {
    db,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      await db.destroy();
      worker.postMessage(null);
      await once(worker, 'exit');
    },
  };
}
