import { type Kysely, sql } from 'kysely';

/** An older program looks the transfers of a renamed party through by itself. */
export const runsFrom = '0010_segments';

/**
 * A renamed party says which of its transfers searches still find by the old name: those whose item comes after
 * `stale_after`.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`alter table party add column stale_after text collate "C"`.execute(db);
  await sql`
    create index party_stale on party (kind, id) where stale_after is not null`.execute(db);
}
