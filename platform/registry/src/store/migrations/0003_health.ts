import { type Kysely, sql } from 'kysely';

export const runsFrom = '0001_registry';

/**
 * The health of builds: which builds each browser had and what failed there, during the window. Also rates that are kept
 * for later, load times, notices for people, and the site's secret. Browsers and networks are keyed hashes.
 *
 * - `fresh`: the browser's cookie was new at its first report.
 * - `sampled`: it is in the share of browsers that reports loads; others are only shown to people.
 * - `kinds`: by kind of failure, when it last failed so, in milliseconds since 1970.
 * - `steps`: steps down the ladder from a build.
 * - `recovered`: tabs in which a build runs again after such a step.
 * - `load_time.step`: the bucket (health/load-time-histogram.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table health_browser (
      channel text collate "C" not null,
      app text collate "C" not null,
      build text collate "C" not null,
      browser text collate "C" not null,
      network text collate "C" not null,
      fresh boolean not null,
      sampled boolean not null,
      first_seen timestamptz(3) not null,
      seen_at timestamptz(3) not null,
      failed_at timestamptz(3),
      kinds jsonb not null,
      primary key (channel, app, build, browser)
    )`.execute(db);
  await sql`
    create index health_browser_network on health_browser (channel, app, build, network)`.execute(
    db,
  );
  await sql`create index health_browser_seen on health_browser (seen_at)`.execute(db);
  await sql`
    create table health_kept (
      channel text collate "C" not null,
      app text collate "C" not null,
      build text collate "C" not null,
      at timestamptz(3) not null,
      browsers integer not null,
      failed integer not null,
      primary key (channel, app, build, at)
    )`.execute(db);
  await sql`
    alter table load
      add column steps integer not null default 0,
      add column recovered integer not null default 0`.execute(db);
  await sql`
    create table load_time (
      app text collate "C" not null,
      build text collate "C" not null,
      minute timestamptz(3) not null,
      step smallint not null,
      loads integer not null,
      primary key (app, build, minute, step)
    )`.execute(db);
  await sql`
    create table notice (
      id bigint generated always as identity primary key,
      key text collate "C" not null unique,
      made_at timestamptz(3) not null,
      body jsonb not null,
      tries integer not null,
      next_at timestamptz(3),
      sent_at timestamptz(3)
    )`.execute(db);
  await sql`create index notice_next on notice (next_at) where next_at is not null`.execute(db);
  await sql`
    create table secret (name text collate "C" primary key, value bytea not null)`.execute(db);
}
