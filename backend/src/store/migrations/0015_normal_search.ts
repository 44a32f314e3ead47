import { type Kysely, sql } from 'kysely';

/** An older program records and finds names as it did. */
export const runsFrom = '0010_segments';

/** Searches take an accent for a part of its letter. Names that were written otherwise are to be found anew. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db);
  // In no other encoding can it be asked.
  if (rows[0]?.encoding !== 'UTF8') return;
  await sql`
    update party set stale_after = '', worded = null where name is not nfc normalized`.execute(db);
}
