import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/** The first times of each browser with a build, as steps (health/times.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table health_browser add column lcp smallint, add column inp smallint,
      add column load smallint`.execute(db);
}
