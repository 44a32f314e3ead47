import { type Kysely, sql } from 'kysely';

/** An older program records and finds names as it did. */
export const runsFrom = '0010_segments';

/**
 * Searches no longer tell letters by their accents. Names that have some are to be found anew, and parties by their ids
 * in any case.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`create index party_id_folded on party (lower(id))`.execute(db);
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db);
  // In no other encoding can it be asked.
  if (rows[0]?.encoding !== 'UTF8') return;
  await sql`
    update party set stale_after = '', worded = null
    where normalize(name, nfd) ~ ${'[\u0300-\u036f]'}`.execute(db);
}
