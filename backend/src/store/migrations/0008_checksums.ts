import { type Kysely, sql } from 'kysely';

export const runsFrom = '0008_checksums';

/**
 * A checksum beside each party and transfer (`ledger/checksum.ts`), of what is there now. Programs that do
 * not write it would leave rows that do not fit theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of [
    ['party', 'kind, id, name'],
    ['transfer', 'item, trxn, stat, form, sort, crts, cred, cred_kind, debt, vars, search'],
  ]) {
    await sql
      .raw(`
        alter table ${table} add column checksum bytea;
        update ${table} set
          checksum = substr(sha256(convert_to(row(${columns})::text, 'UTF8')), 1, 8);
        alter table ${table} alter column checksum set not null`)
      .execute(db);
  }
}
