import { sql, type Transaction } from 'kysely';
import type { Database } from '../store/schema.ts';

const writerLock = 7_208_401;

/**
 * Writers take turns by a lock, so that events are numbered in the order of commit. In one round trip; waiting for the
 * lock counts against the limit of that statement alone. A writer whose machine has vanished would keep all others
 * waiting: its transaction is undone after a minute without a statement.
 */
export async function awaitTurn(trx: Transaction<Database>): Promise<void> {
  await sql
    .raw(`
      set local statement_timeout = '120s';
      set local idle_in_transaction_session_timeout = '60s';
      select pg_advisory_xact_lock(${writerLock})`)
    .execute(trx);
}
