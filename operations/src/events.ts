import { sql, type Transaction } from 'kysely';

/** More events than anybody has recorded since the backup. */
const jump = 1_000_000_000;

/**
 * Leaves the newest event of the ledger alone, under a number that was never given. A page that was
 * open while later events were told has a number that now means another event. The jump makes it
 * load its list anew in place of going on from there.
 */
export async function moveEvents(trx: Transaction<unknown>): Promise<void> {
  await sql`delete from event where id < (select max(id) from event)`.execute(trx);
  await sql`
    select setval(pg_get_serial_sequence('event', 'id'), nextval(pg_get_serial_sequence('event', 'id')) + ${sql.lit(jump)})`.execute(
    trx,
  );
  await sql`update event set id = default`.execute(trx);
}
