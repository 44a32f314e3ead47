import { type Kysely, sql } from 'kysely';

/** Its name, the operation and table after which it runs, the names of the rows, and what it does in PL/pgSQL. */
export type Trigger = readonly [
  name: string,
  operation: string,
  table: string,
  rows: string,
  body: string,
];

/** Makes triggers that run once a statement; for migrations. */
export async function createTriggers<Tables>(
  db: Kysely<Tables>,
  triggers: readonly Trigger[],
): Promise<void> {
  for (const [name, operation, table, rows, body] of triggers) {
    await sql
      .raw(`
      create function ${name}() returns trigger language plpgsql as $$
      begin ${body}
        return null;
      end $$`)
      .execute(db);
    await sql
      .raw(`
      create trigger ${name} after ${operation} on ${table} referencing ${rows}
      for each statement execute function ${name}()`)
      .execute(db);
  }
}
