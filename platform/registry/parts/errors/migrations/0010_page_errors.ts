import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/**
 * Errors of builds in pages, what they are grouped by, and in which browsers they were. Also the hashes of the source
 * maps through which they are read. Browsers and networks are keyed hashes; a browser has another hash for each error
 * and day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table source_map (
      app text collate "C" not null,
      build text collate "C" not null,
      path text collate "C" not null,
      integrity text not null,
      primary key (app, build, path)
    )`.execute(db);
  await sql`
    create table page_error (
      app text collate "C" not null,
      build text collate "C" not null,
      key text collate "C" not null,
      report jsonb not null,
      network text collate "C" not null,
      first_seen timestamptz(3) not null,
      seen_at timestamptz(3) not null,
      reports bigint not null,
      browsers bigint not null,
      fingerprint text collate "C",
      frames jsonb,
      began_build text collate "C",
      began_at timestamptz(3),
      primary key (app, build, key)
    )`.execute(db);
  await sql`create index page_error_group on page_error (app, fingerprint)`.execute(db);
  await sql`create index page_error_network on page_error (network, first_seen)`.execute(db);
  await sql`
    create table page_error_browser (
      app text collate "C" not null,
      build text collate "C" not null,
      key text collate "C" not null,
      browser text collate "C" not null,
      network text collate "C" not null,
      seen_at timestamptz(3) not null,
      primary key (app, build, key, browser)
    )`.execute(db);
  await sql`create index page_error_browser_seen on page_error_browser (seen_at)`.execute(db);
}
