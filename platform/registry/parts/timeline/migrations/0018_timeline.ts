import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/**
 * What browsers said of a build within a bucket of time, in three lengths of bucket (`step`, seconds). App and build
 * are empty where the row is of the whole site. `lcp` and `inp` are histograms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table timeline (
      channel text collate "C" not null,
      app text collate "C" not null,
      build text collate "C" not null,
      step integer not null,
      at timestamptz(3) not null,
      kept_until timestamptz(3) not null,
      loads integer not null,
      failures integer not null,
      lcp integer[] not null,
      inp integer[] not null,
      primary key (channel, app, step, at, build)
    )`.execute(db);
  await sql`create index timeline_kept on timeline (kept_until)`.execute(db);
}
