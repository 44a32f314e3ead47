import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/**
 * The keyed hash of each link of the audit chain. The key is not in the database, so a link that the
 * registry did not write has none. Read only to take over histories of earlier versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_mac (
      sequence bigint primary key,
      mac text collate "C" not null
    )`.execute(db);
}
