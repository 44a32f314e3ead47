import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/** Errors that were reported and not kept, so that a team learns that there are more than it can read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table missed_error (
      app text collate "C" not null,
      build text collate "C" not null,
      key text collate "C" not null,
      seen_at timestamptz(3) not null,
      primary key (app, build, key)
    )`.execute(db);
  await sql`drop index page_error_network`.execute(db);
  await sql`create index page_error_network on page_error (app, network, first_seen)`.execute(db);
}
