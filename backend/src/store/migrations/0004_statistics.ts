import { type Kysely, sql } from 'kysely';

export const runsFrom = '0001_ledger';

/**
 * No statistics of what nobody asks for by value: the search text, which only its own index finds,
 * and the variables. They were half of what it costs to look through all transfers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table transfer
      alter column search set statistics 0,
      alter column vars set statistics 0`.execute(db);
}
