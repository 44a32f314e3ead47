import { type Kysely, sql } from 'kysely';

export const runsFrom = '0007_feed_generations';

/**
 * Sessions of the live feed belong to a generation. A logout is kept as long as its generation counts,
 * not by time; the table has as many at most as two generations may have. Sessions from before belong
 * to none, and pages log in again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feed_generation (
      one boolean primary key default true check (one),
      generation integer not null,
      logouts integer not null,
      began_at bigint not null
    )`.execute(db);
  await sql`truncate revoked_session`.execute(db);
  await sql`
    alter table revoked_session
      drop column until,
      add column generation integer not null`.execute(db);
}
