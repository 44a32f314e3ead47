import type { Environment } from '@tallystick/settings/environment';
import { type Definition, openStoreAsItIs } from '@tallystick/store/store';
import { sql } from 'kysely';

/**
 * Vacuums and analyzes what was filled, which the server would do itself some minutes later; until then
 * plans are bad. An abort cancels it.
 */
export async function vacuum(
  environment: Environment,
  definitions: readonly Definition[],
  signal: AbortSignal,
): Promise<void> {
  for (const definition of definitions) {
    const opened = await openStoreAsItIs(definition, environment);
    if (!opened.ok) throw new Error(opened.problem);
    try {
      await opened.value.withSession(async ({ db }) => {
        const { rows } = await sql<{ name: string }>`
          select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
        for (const { name } of rows) {
          signal.throwIfAborted();
          await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
        }
      }, signal);
    } finally {
      await opened.value.close();
    }
  }
}
