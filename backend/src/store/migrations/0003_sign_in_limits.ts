import { type Kysely, sql } from 'kysely';

export const runsFrom = '0001_ledger';

/**
 * Keeps the mail with a sign-in code, sealed, until it is sent, and how many codes in a row an
 * address has not used. Also keeps who asked for codes and checked them of late, and who told that
 * they are signed in. Addresses, clients, cookies and people stand here as keyed hashes alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table code
      add column unused integer not null default 1,
      add column mail bytea,
      add column mail_at bigint not null default 0,
      add column mail_attempts integer not null default 0`.execute(db);
  await sql`create index code_mail on code (mail_at) where mail is not null`.execute(db);
  await sql`
    create table visit (
      peer bytea not null,
      call text collate "C" not null,
      times bigint[] not null,
      newest bigint not null,
      primary key (peer, call)
    )`.execute(db);
  await sql`create index visit_newest on visit (newest)`.execute(db);
  await sql`
    create table signed_in (
      cookie bytea primary key,
      person bytea not null,
      until bigint not null
    )`.execute(db);
  await sql`create index signed_in_until on signed_in (until)`.execute(db);
}
