import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Definition } from './definition.ts';

/**
 * Brings the schema up to date. Two processes that start at once take turns,
 * and no statement is given up for the time it takes.
 * Rejects with the error of the migration that failed; its changes are undone.
 */
export async function migrate<T>(
  db: Kysely<T>,
  { migrations, schema }: Pick<Definition, 'migrations' | 'schema'>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    // Told by name, or the list of another store in the same database would be taken for its own.
    const migrationTableSchema = schema ?? (await currentSchema(connection));
    const provider = { getMigrations: async () => ({ ...migrations }) };
    const migrator = new Migrator({ db: connection, provider, migrationTableSchema });
    const { error } = await migrator.migrateToLatest();
    await sql`reset statement_timeout`.execute(connection);
    if (error) throw error;
  });
}

async function currentSchema<T>(connection: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(
    connection,
  );
  return rows[0]?.name ?? 'public';
}
