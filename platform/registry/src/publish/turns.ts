import type { Store } from '@tallystick/store/store';
import { isUnreachable } from '@tallystick/store/unreachable';
import { type Kysely, sql } from 'kysely';
import { filesLock } from '../files/file-store.ts';
import type { Database } from '../store/schema.ts';

export type Turns = ReturnType<typeof openTurns>;

/** How many turns one process may take at once: each holds a connection, also while it waits for others. */
const maxTurns = 3;
const timeoutMs = 5_000;
const retryMs = 100;

/**
 * Keeps those who add files of artifacts and those who delete them apart, by an advisory lock of the session: it ends
 * with the process that holds it.
 */
export function openTurns({ db }: Pick<Store<Database>, 'db'>) {
  let taken = 0;

  async function turn<T>(alone: boolean, run: () => Promise<T>): Promise<T | null> {
    // Taken where it is seen to be free: two that ask in one turn of the event loop would both see it.
    const take = async () => {
      if (taken === maxTurns) return false;
      taken += 1;
      return true;
    };
    if (!(await becomes(take))) return null;
    try {
      return await locked(db, alone, run);
    } finally {
      taken -= 1;
    }
  }

  return {
    /** Runs beside others who add, never while somebody deletes. Null: not within some seconds. */
    adding: <T>(run: () => Promise<T>) => turn(false, run),
    /** Runs alone. Null: not within some seconds. */
    deleting: <T>(run: () => Promise<T>) => turn(true, run),
  };
}

async function locked<T>(
  db: Kysely<Database>,
  alone: boolean,
  run: () => Promise<T>,
): Promise<T | null> {
  const shared = sql.raw(alone ? '' : '_shared');
  return db.connection().execute(async (connection) => {
    const taken = await becomes(async () => {
      const tried = sql<{
        taken: boolean;
      }>`select pg_try_advisory_lock${shared}(${filesLock}) as taken`;
      return (await tried.execute(connection)).rows[0]?.taken ?? false;
    });
    if (!taken) return null;
    try {
      return await run();
    } finally {
      const unlock = sql`select pg_advisory_unlock${shared}(${filesLock})`.execute(connection);
      await unlock.catch((error: unknown) => {
        // The lock has ended with the connection; what was done stays done.
        if (!isUnreachable(error)) throw error;
      });
    }
  });
}

/** Waits until something is so; false if it takes too long. */
async function becomes(isSo: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}
