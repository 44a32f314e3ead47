import { type Kysely, sql } from 'kysely';

/** A migration that has run on a store. What is null was not noted. */
export interface MigrationNote {
  name: string;
  /** The oldest programs that may run since then know this migration. */
  runsFrom: string | null;
  /** The program that ran it. */
  madeBy: string | null;
  /** Day, as `2026-11-22`. */
  madeOn: string | null;
}

const notesTable = (schema: string) => sql.id(schema, 'migration_note');

/** Notes, for older programs, what a migration means to them. */
export async function noteMigration<T>(
  db: Kysely<T>,
  schema: string,
  note: { name: string; runsFrom: string; madeBy: string },
): Promise<void> {
  await sql`
    create table if not exists ${notesTable(schema)} (
      name text collate "C" primary key,
      runs_from text collate "C" not null,
      made_by text not null,
      made_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    insert into ${notesTable(schema)} (name, runs_from, made_by)
    values (${note.name}, ${note.runsFrom}, ${note.madeBy})`.execute(db);
}

/** Every migration that has run, noted or not, in the order of their names. */
export async function readNotes<T>(db: Kysely<T>, schema: string): Promise<MigrationNote[]> {
  const has = async (table: string) => {
    const found = sql`select from pg_tables where schemaname = ${schema} and tablename = ${table}`;
    return (await found.execute(db)).rows.length > 0;
  };
  if (!(await has('kysely_migration'))) return [];
  const notes = (await has('migration_note'))
    ? sql`${notesTable(schema)}`
    : sql`(select null::text, null::text, null::text, null::timestamptz) n (name, runs_from, made_by, made_at)`;
  const { rows } = await sql<MigrationNote>`
    select name, runs_from as "runsFrom", made_by as "madeBy",
      to_char(made_at at time zone 'UTC', 'YYYY-MM-DD') as "madeOn"
    from ${sql.id(schema, 'kysely_migration')} left join ${notes} using (name)
    order by name collate "C"`.execute(db);
  return rows;
}

/**
 * Why a program that knows the migrations `known` may not run on a store, and what to start instead. Undefined if it
 * may. `unknown`: migrations that have run on the store and that the program does not know.
 */
export function refusalOf(
  unknown: readonly MigrationNote[],
  known: readonly string[],
): string | undefined {
  const last = [...known].sort().at(-1) ?? '';
  const newest = unknown.at(-1);
  const need = unknown
    .map(({ name, runsFrom }) => runsFrom ?? name)
    .sort()
    .at(-1);
  if (newest === undefined || need === undefined || need <= last) return undefined;
  const start = unknown.find(({ name }) => name === need)?.madeBy ?? newest.madeBy;
  return [
    newest.madeBy === null ? 'A newer program' : `${newest.madeBy}, on ${newest.madeOn},`,
    `has brought it to ${newest.name}; this program knows it up to ${last}, and none that does not`,
    `know ${need} may run on it. Nothing was changed. Start`,
    start === null ? 'the program that ran before,' : `${start} or a newer one,`,
    'or put back a copy from before that migration: docs/operations.md, "Going back a version".',
  ].join(' ');
}
