import type { Store } from '@tallystick/store/store';
import { type Kysely, sql } from 'kysely';
import { filesLock } from '../files/file-store.ts';
import type { Database } from '../store/schema.ts';

export type Turns = ReturnType<typeof openTurns>;

/** How many turns one process may have at once. Each holds a connection, also while it waits for its lock. */
const maxTurns = 3;
const timeoutMs = 5_000;
const retryMs = 100;

/**
 * Keeps adding and deleting files of artifacts apart, across processes. It uses an advisory lock of the session, which
 * ends with the process that holds it.
 */
export function openTurns({ db }: Pick<Store<Database>, 'db'>) {
  let taken = 0;

  async function turn<T>(alone: boolean, run: () => Promise<T>): Promise<T | null> {
    const until = performance.now() + timeoutMs;
    // Check and increment without an `await` between them, or two callers would see the same free turn.
    const take = async () => {
      if (taken === maxTurns) return false;
      taken += 1;
      return true;
    };
    if (!(await becomes(take, until))) return null;
    try {
      return await locked(db, { alone, until }, run);
    } finally {
      taken -= 1;
    }
  }

  return {
    /** Runs beside others who add, never while somebody deletes. Null: no turn within `timeoutMs`. */
    adding: <T>(run: () => Promise<T>) => turn(false, run),
    /** Runs alone. Null: no turn within `timeoutMs`. */
    deleting: <T>(run: () => Promise<T>) => turn(true, run),
  };
}

async function locked<T>(
  db: Kysely<Database>,
  { alone, until }: { alone: boolean; until: number },
  run: () => Promise<T>,
): Promise<T | null> {
  const shared = sql.raw(alone ? '' : '_shared');
  return db.connection().execute(async (connection) => {
    const taken = await becomes(async () => {
      const tried = sql<{
        taken: boolean;
      }>`select pg_try_advisory_lock${shared}(${filesLock}) as taken`;
      return (await tried.execute(connection)).rows[0]?.taken ?? false;
    }, until);
    if (!taken) return null;
    try {
      return await run();
    } finally {
      const unlock = sql`select pg_advisory_unlock${shared}(${filesLock})`.execute(connection);
      // The lock ends with its connection, and the result still holds.
      const disconnect = sql`select pg_terminate_backend(pg_backend_pid())`;
      await unlock.catch(() => disconnect.execute(connection)).catch(() => {});
    }
  });
}

/** Polls until the condition holds; false after the time `until`, by `performance.now()`. */
async function becomes(isSo: () => Promise<boolean>, until: number): Promise<boolean> {
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}
