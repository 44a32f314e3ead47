import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Definition } from './definition.ts';
import { type MigrationNote, noteMigration, readNotes, refusalOf } from './migration-notes.ts';
import { programVersion } from './program-version.ts';

/**
 * Brings the schema up to date. Two processes that start at once take turns,
 * and no statement has a time limit. A schema that a newer program has made stays as
 * it is: this one runs on it if each migration that it does not know says that it may.
 * Rejects with the error of the migration that failed, whose changes are undone, or with one line that
 * says which program to start.
 */
export async function migrate<T>(
  db: Kysely<T>,
  { migrations, schema }: Pick<Definition, 'migrations' | 'schema'>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    // Named, because the search path could lead to another store's list in the same database.
    const migrationTableSchema = schema ?? (await currentSchema(connection));
    for (;;) {
      const unknown = (await readNotes(connection, migrationTableSchema)).filter(
        ({ name }) => !(name in migrations),
      );
      const refusal = refusalOf(unknown, Object.keys(migrations));
      if (refusal !== undefined) throw new Error(`${refusal} This is ${programVersion()}.`);
      const known = { ...noted(migrations, migrationTableSchema), ...asDone(unknown) };
      const provider = { getMigrations: async () => known };
      const migrator = new Migrator({ db: connection, provider, migrationTableSchema });
      const { error } = await migrator.migrateToLatest();
      if (!error) break;
      // A newer program that starts at the same time may have been first.
      const now = await readNotes(connection, migrationTableSchema);
      if (!now.some(({ name }) => !(name in known))) throw error;
    }
    await sql`reset statement_timeout`.execute(connection);
  });
}

/** The migrations, each of which notes that it has run, in its own transaction. */
function noted(migrations: Definition['migrations'], schema: string): Record<string, Migration> {
  const entries = Object.entries(migrations).map(
    ([name, { up, runsFrom }]): [string, Migration] => [
      name,
      {
        up: async (trx) => {
          await up(trx);
          await noteMigration(trx, schema, { name, runsFrom, madeBy: programVersion() });
        },
      },
    ],
  );
  return Object.fromEntries(entries);
}

/** Kysely wants each migration that has run. */
function asDone(unknown: readonly MigrationNote[]): Record<string, Migration> {
  return Object.fromEntries(unknown.map(({ name }) => [name, { up: async () => {} }]));
}

async function currentSchema<T>(connection: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(
    connection,
  );
  return rows[0]?.name ?? 'public';
}
