import { type Kysely, sql } from 'kysely';

/**
 * Does some work over one connection, whose statements have no time limit until it is done. If it fails they
 * have none afterwards: its store is not used any more.
 */
export async function withoutTimeLimit<Database>(
  db: Kysely<Database>,
  work: (connection: Kysely<Database>) => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit`.execute(connection);
    await sql`set statement_timeout = 0`.execute(connection);
    await work(connection);
    await sql`select set_config('statement_timeout', ${rows[0]?.limit}, false)`.execute(connection);
  });
}
