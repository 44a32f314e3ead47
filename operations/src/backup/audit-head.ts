import { sql, type Transaction } from 'kysely';
import type { Head } from '../archive/contents.ts';

/** The end of the audit chain that a transaction sees, or null. */
export async function headIn(trx: Transaction<unknown>): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select sequence, hash from audit order by sequence desc limit 1`.execute(trx);
  return rows[0] ?? null;
}

/** Whether a link is in the chain. */
export async function isInChain(trx: Transaction<unknown>, hash: string): Promise<boolean> {
  const { rows } = await sql`select from audit where hash = ${hash}`.execute(trx);
  return rows.length > 0;
}
