import { sql, type Transaction } from 'kysely';
import type { Database } from '../store/schema.ts';

/** Writers that wait for their turn. */
export async function waitingWriters(trx: Transaction<Database>): Promise<number> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(trx);
  return rows.length;
}
