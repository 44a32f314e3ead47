import { existsSync } from 'node:fs';
import { captureBatch } from './caller.ts';
import { openConnections, sessionSettings } from './connections.ts';
import type { Definition } from './definition.ts';
import { createListeners, type Engine, type EngineOptions, usualLimits } from './engine.ts';
import { openFairQueue } from './fair-queue.ts';
import { createFiles } from './pglite-files.ts';
import { PgliteStream } from './pglite-stream.ts';
import { keepThread } from './pglite-thread.ts';
import { startUpkeep } from './upkeep.ts';

/** Longer than a server's: it may share its processor with much else. */
const defaultTimeoutMs = 20_000;

/**
 * Opens PGlite in a worker thread, over the files in the folder, which it makes if there are none.
 * A thread that dies is opened again; so is one whose statement takes longer than
 * `statementTimeoutMs` milliseconds, which ends it. Until it is open everything fails with ECONNRESET.
 * Rejects if it cannot be opened now.
 */
export async function openPglite<Database>(
  folder: string,
  { channel, schema }: Definition,
  { statementTimeoutMs = defaultTimeoutMs, budget = usualLimits.budget }: EngineOptions = {},
): Promise<Engine<Database>> {
  if (!existsSync(folder)) await createFiles(folder);
  const thread = await keepThread(folder);
  const { onNotify, wake } = createListeners();
  let connected = false;
  const queue = openFairQueue({ ...usualLimits, budget, slots: 1, batchSlots: 1 });
  const { db, end, query, withSession } = openConnections<Database>(
    {
      stream: () => new PgliteStream(thread.running(), statementTimeoutMs),
      user: 'postgres',
      database: 'postgres',
      max: 1,
      idleTimeoutMillis: 0,
      onConnect: async (client) => {
        client.on('notification', wake);
        await client.query(
          `rollback; deallocate all; ${sessionSettings(schema)}; ${shortStops}; listen ${channel}`,
        );
        // Notifications were lost while there was no connection.
        if (connected) wake();
        connected = true;
      },
    },
    { queue },
  );
  const endUpkeep = startUpkeep(query);
  return {
    db,
    query,
    openSnapshot: async () => {
      const inBatch = captureBatch();
      return {
        query: (statement, values) => inBatch(() => query(statement, values)),
        release: async () => {},
      };
    },
    withSession,
    waiting: async () => queue.waiting(),
    retryAfter: queue.retryAfter,
    onNotify,
    close: async () => {
      await endUpkeep();
      await end();
      await thread.stop();
    },
  };
}

/**
 * What stops everybody here, and only the writer on a server: a new file of the log is not filled with
 * zeros first (70 ms), and fewer rows are looked at for statistics (50 ms in place of 180).
 */
const shortStops = 'set wal_init_zero = off; set default_statistics_target = 25';
