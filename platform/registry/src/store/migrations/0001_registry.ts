import { type Kysely, sql } from 'kysely';

export const runsFrom = '0001_registry';

/**
 * Builds, revisions and their audit chain, tokens, locks, and what open tabs report. Names and ids
 * are compared byte by byte (collation C). Revisions and links of the chain can only be appended:
 * the database itself refuses to change or delete them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table build (
      app text collate "C" not null,
      build text collate "C" not null,
      record jsonb not null,
      size bigint not null,
      published_at timestamptz(3) not null,
      published_by text not null,
      last_run_at timestamptz(3),
      primary key (app, build)
    )`.execute(db);
  await sql`create index build_newest on build (published_at desc, app, build)`.execute(db);
  await sql`
    create table audit (
      sequence bigint primary key,
      at timestamptz(3) not null,
      by text not null,
      action text collate "C" not null,
      detail jsonb not null,
      previous_hash text collate "C" not null,
      hash text collate "C" not null
    )`.execute(db);
  await sql`
    create table revision (
      channel text collate "C" not null,
      revision integer not null,
      sequence bigint not null unique references audit,
      body jsonb not null,
      primary key (channel, revision)
    )`.execute(db);
  await sql`
    create index revision_moves on revision using gin ((body -> 'moves') jsonb_path_ops)`.execute(
    db,
  );
  await sql`
    create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception '% can only be appended to', tg_table_name; end $$`.execute(db);
  for (const table of ['audit', 'revision']) {
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.id(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
  await sql`
    create table token (
      id text collate "C" primary key,
      name text not null,
      scope jsonb not null,
      hash bytea not null,
      created_at timestamptz(3) not null,
      created_by text not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      last_used_at timestamptz(3)
    )`.execute(db);
  await sql`
    create table lock (
      channel text collate "C" not null,
      app text collate "C" not null,
      reason text not null,
      by text not null,
      at timestamptz(3) not null,
      primary key (channel, app)
    )`.execute(db);
  await sql`
    create table tab (
      tab uuid primary key,
      channel text collate "C" not null,
      sequence bigint not null,
      running jsonb not null,
      gone boolean not null,
      seen_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index tab_seen on tab (seen_at)`.execute(db);
  await sql`
    create table load (
      app text collate "C" not null,
      build text collate "C" not null,
      minute timestamptz(3) not null,
      loads integer not null,
      failures integer not null,
      primary key (app, build, minute)
    )`.execute(db);
  await sql`create index load_minute on load (minute)`.execute(db);
  await sql`
    create table recall (
      channel text collate "C" not null,
      app text collate "C" not null,
      build text collate "C" not null,
      revision integer not null,
      at timestamptz(3) not null,
      primary key (channel, app, build)
    )`.execute(db);
  await sql`
    create table recall_tab (
      channel text collate "C" not null,
      app text collate "C" not null,
      build text collate "C" not null,
      tab uuid not null,
      primary key (channel, app, build, tab),
      foreign key (channel, app, build) references recall on delete cascade
    )`.execute(db);
}
