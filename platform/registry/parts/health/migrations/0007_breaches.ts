import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/** What files of a build tried against the policy of pages, as browsers reported it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table breach (
      app text collate "C" not null,
      build text collate "C" not null,
      directive text collate "C" not null,
      blocked text collate "C" not null,
      reports bigint not null,
      first_seen timestamptz not null,
      seen_at timestamptz not null,
      primary key (app, build, directive)
    )`.execute(db);
}
