import { once } from 'node:events';
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

/** Opens PGlite in a worker thread, over the files in the folder. Rejects if it cannot. */
export async function openPglite(folder: string): Promise<Engine> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: folder });
  await once(worker, 'message');
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
      if (hasEnded(worker)) return;
      const exit = once(worker, 'exit');
      worker.postMessage(null);
      await exit;
    },
  };
}
