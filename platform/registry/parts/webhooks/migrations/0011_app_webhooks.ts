import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/** Where teams are told of their apps, and what: a queue apart, which servers of before do not send from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_webhook (app text collate "C" primary key, id text not null, url text not null)`.execute(
    db,
  );
  await sql`
    create table app_notice (
      id bigint generated always as identity primary key,
      app text collate "C" not null,
      key text collate "C" not null unique,
      made_at timestamptz(3) not null,
      body jsonb not null,
      tries integer not null,
      next_at timestamptz(3),
      sent_at timestamptz(3)
    )`.execute(db);
  await sql`
    create index app_notice_next on app_notice (app, next_at) where next_at is not null`.execute(
    db,
  );
}
