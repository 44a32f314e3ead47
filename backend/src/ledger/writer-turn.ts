import { expectingStatementLimit } from '@tallystick/store/caller';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../store/schema.ts';

const writerLock = 7_208_401;
const statementMs = 120_000;
const idleMs = 60_000;

/**
 * A writer's transaction. Writers take turns by a lock, so that events are numbered in the order of commit. Waiting for
 * the lock, which is one round trip, counts against the limit of that statement alone. A writer whose machine has vanished
 * would keep all others waiting: its transaction is undone after a minute without a statement.
 */
export function inTurn<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const take = sql.raw(`
    set local statement_timeout = ${statementMs};
    set local idle_in_transaction_session_timeout = ${idleMs};
    select pg_advisory_xact_lock(${writerLock})`);
  return expectingStatementLimit(statementMs, () =>
    db.transaction().execute(async (trx) => {
      await take.execute(trx);
      return await work(trx);
    }),
  );
}
