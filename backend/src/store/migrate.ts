import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as ledger from './migrations/0001_ledger.ts';
import * as signIn from './migrations/0002_sign_in.ts';
import * as signInLimits from './migrations/0003_sign_in_limits.ts';

/** Every migration, by name; they run in the order of their names, each once. */
const migrations: Record<string, Migration> = {
  '0001_ledger': ledger,
  '0002_sign_in': signIn,
  '0003_sign_in_limits': signInLimits,
};

/**
 * Brings the schema up to date. Two processes that start at once take turns,
 * and no statement is given up for the time it takes.
 * Rejects with the error of the migration that failed; its changes are undone.
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    const provider = { getMigrations: async () => migrations };
    const { error } = await new Migrator({ db: connection, provider }).migrateToLatest();
    await sql`reset statement_timeout`.execute(connection);
    if (error) throw error;
  });
}
