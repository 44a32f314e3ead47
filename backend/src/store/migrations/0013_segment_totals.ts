import { type Kysely, sql } from 'kysely';

/** An older program names the columns that it writes. */
export const runsFrom = '0009_finding';

const sum = (cells: number) =>
  Array.from({ length: cells }, (_, cell) => `n[${cell + 1}]`).join('+');

/** Sums of a segment's counts, of all and of the first form's: a list without filters adds up one number of each. */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql
    .raw(`
    alter table segment
      add column total integer generated always as (${sum(20)}) stored,
      add column assets integer generated always as (${sum(10)}) stored`)
    .execute(db);
}
