import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/** The rollout bucket of each browser, 0..9999; null: an earlier server wrote the row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table health_browser add column bucket smallint`.execute(db);
  await sql`alter table page_beginning add column bucket smallint`.execute(db);
}
