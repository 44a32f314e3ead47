import { type Kysely, sql } from 'kysely';

/** The oldest version of the schema whose programs can still use this one. */
export const runsFrom = '0001_ledger';

/**
 * Parties, transfers, their tallies, and events.
 * Ids are compared byte by byte (collation C), so that all servers order alike.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create table party (
      kind text collate "C" not null,
      id text collate "C" not null,
      name text not null,
      primary key (kind, id)
    )`.execute(db);
  await sql`
    create table transfer (
      item text collate "C" primary key,
      trxn text collate "C",
      stat smallint not null,
      form text collate "C" not null,
      sort text not null,
      crts bigint not null,
      cred text collate "C" not null,
      cred_kind text collate "C" not null,
      debt text collate "C" not null,
      vars jsonb not null,
      search text collate "C" not null
    )`.execute(db);
  await sql`create index transfer_newest on transfer (crts desc, item desc)`.execute(db);
  await sql`create index transfer_form on transfer (form, crts desc, item desc)`.execute(db);
  await sql`create index transfer_cred on transfer (cred, form, crts desc, item desc)`.execute(db);
  await sql`create index transfer_debt on transfer (debt, crts desc, item desc)`.execute(db);
  await sql`create index transfer_trxn on transfer (trxn)`.execute(db);
  await sql`create index transfer_search on transfer using gin (search gin_trgm_ops)`.execute(db);
  await sql`
    create table tally (
      scope text collate "C" not null,
      day integer not null,
      form text collate "C" not null,
      stat smallint not null,
      n bigint not null,
      primary key (scope, day, form, stat)
    ) with (fillfactor = 80)`.execute(db);
  await sql`
    create table span (
      scope text collate "C" not null,
      span integer not null,
      form text collate "C" not null,
      n bigint not null,
      primary key (scope, span, form)
    ) with (fillfactor = 80)`.execute(db);
  await sql`
    create table event (
      id bigint generated always as identity primary key,
      operation text not null,
      item text collate "C" not null,
      at timestamptz not null default now(),
      doc json not null
    )`.execute(db);
}
