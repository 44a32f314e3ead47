import { headOf, type Head as LogHead } from '@tallystick/registry/audit/seal';
import { sql, type Transaction } from 'kysely';
import type { Head } from '../archive/contents.ts';

/** The end of the audit log that a transaction sees, with its checkpoint; null: there is none, or none yet. */
export async function headIn(trx: Transaction<unknown>): Promise<LogHead | null> {
  if (!(await hasLog(trx))) return null;
  const { rows } = await sql<{ checkpoint: string }>`
    select checkpoint from log_entry order by number desc limit 1`.execute(trx);
  return headOf(rows[0]?.checkpoint ?? '');
}

/** The end of the history as versions before kept it; null: it is empty. */
export async function earlierHeadIn(trx: Transaction<unknown>): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select sequence, hash from audit where hash is not null order by sequence desc limit 1`.execute(
    trx,
  );
  return rows[0] ?? null;
}

/** Whether the audit log had this hash once, or the history of before, if it is not in the log yet. */
export async function isInLog(trx: Transaction<unknown>, hash: string): Promise<boolean> {
  if (!(await hasLog(trx))) {
    const { rows } = await sql`select from audit where hash = ${hash}`.execute(trx);
    return rows.length > 0;
  }
  const root = Buffer.from(hash, 'hex').toString('base64');
  const { rows } = await sql`
    select from log_entry where split_part(checkpoint, ${'\n'}, 3) = ${root}`.execute(trx);
  return rows.length > 0;
}

async function hasLog(trx: Transaction<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('log_entry') is not null as found`.execute(trx);
  if (rows[0]?.found !== true) return false;
  const entries = await sql`select from log_entry limit 1`.execute(trx);
  return entries.rows.length > 0;
}
