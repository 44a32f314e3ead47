import { type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Connections } from './connections.ts';
import type { Definition } from './definition.ts';
import { codeOf } from './error-code.ts';
import { noteMigration, readNotes } from './migration-notes.ts';
import { type MigrationPlan, planMigrations } from './migration-plan.ts';
import { commandLine, programVersion } from './program-version.ts';

/**
 * Brings the schema up to date. Two processes that start at once take turns, and no statement has a time limit. A
 * schema of a newer program stays as it is. This program runs on it if each migration that it does not know allows
 * that.
 *
 * Rejects with the error of the migration that failed, whose changes are undone. If this program is too old for the
 * schema, it rejects with one line that says which program to start.
 */
export async function migrate(
  { withSession }: Pick<Connections<unknown>, 'withSession'>,
  { migrations, schema }: Pick<Definition, 'migrations' | 'schema'>,
): Promise<void> {
  await withSession(async ({ db }) => {
    const wanted = { migrations, schema: await schemaOf(db, schema) };
    for (;;) {
      const { known, error } = await runMigrations(db, wanted);
      if (error === undefined) break;
      // A newer program that starts at the same time may have been first.
      const now = await readNotes(db, wanted.schema);
      if (!now.some(({ name }) => !(name in known))) throw error;
    }
  });
}

/** Brings the schema up to date within a transaction, which it leaves failed if it rejects. */
export async function migrateWithin<T>(
  trx: Transaction<T>,
  { migrations, schema }: Pick<Definition, 'migrations' | 'schema'>,
): Promise<void> {
  const wanted = { migrations, schema: await schemaOf(trx, schema) };
  const { error } = await runMigrations(trx, wanted);
  if (error !== undefined) throw error;
}

async function runMigrations<T>(
  db: Kysely<T>,
  { migrations, schema }: { migrations: Definition['migrations']; schema: string },
): Promise<{ known: Record<string, Migration>; error?: unknown }> {
  const planned = await planMigrations(db, { migrations, schema });
  if (!planned.ok) throw new Error(planned.problem);
  const { value: plan } = planned;
  const known = { ...noted(migrations, schema), ...asDone(plan.unknown) };
  // The role of a server may lack the right to the migrator's lock table.
  if (plan.pending.length === 0) return { known };
  const provider = { getMigrations: async () => known };
  // The plan has checked which of them may come late.
  const order = { allowUnorderedMigrations: true };
  const migrator = new Migrator({ db, provider, migrationTableSchema: schema, ...order });
  const { error } = await migrator.migrateToLatest();
  return { known, error: isForbidden(error) ? forbidden(plan, error) : error };
}

const isForbidden = (error: unknown): error is Error =>
  error instanceof Error && codeOf(error) === '42501';

function forbidden({ at, pending }: MigrationPlan, error: Error): Error {
  const is = at === null ? 'It has no tables' : `It is at ${at}`;
  return new Error(
    `${is}, and this program needs ${pending.at(-1)?.name}, which this role may not make (${error.message}). Run ${commandLine('migrate')} with the DATABASE_URL of its owner, then start again: docs/operations.md, "Roles of the database".`,
    { cause: error },
  );
}

/** The migrations; each notes in its own transaction that it has run. */
function noted(migrations: Definition['migrations'], schema: string): Record<string, Migration> {
  const entries = Object.entries(migrations).map(([name, { up, runsFrom }]) => {
    const upAndNote: Migration['up'] = async (trx) => {
      await up(trx);
      await noteMigration(trx, schema, { name, runsFrom, madeBy: programVersion() });
    };
    return [name, { up: upAndNote }];
  });
  return Object.fromEntries(entries);
}

/** Migrations that this program does not know: Kysely wants each one that has run. */
function asDone(unknown: readonly string[]): Record<string, Migration> {
  return Object.fromEntries(unknown.map((name) => [name, { up: async () => {} }]));
}

/** The schema by its name, because the search path could lead to another store's list in the same database. */
export async function schemaOf<T>(
  connection: Kysely<T>,
  schema: string | undefined,
): Promise<string> {
  if (schema !== undefined) return schema;
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(
    connection,
  );
  return rows[0]?.name ?? 'public';
}
