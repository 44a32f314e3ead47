import { type Kysely, sql } from 'kysely';

export const runsFrom = '0005_audit_mac';

/** The text of `contract.json` of each build that has one: it is read at each change of a channel, files may be far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table build add column contract text`.execute(db);
}
