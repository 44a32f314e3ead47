import { type Kysely, sql } from 'kysely';

/** A trigger notes what an older program changes, too. */
export const runsFrom = '0010_segments';

/**
 * A transfer says when it was last changed; null: not since it was recorded, or before this was noted. What follows from
 * other tables, as the words that a search looks through, is no change of it.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`alter table transfer add column changed timestamptz`.execute(db);
  await sql
    .raw(`
    create function note_change() returns trigger language plpgsql as $$
    begin
      new.changed := now();
      return new;
    end $$`)
    .execute(db);
  await sql
    .raw(`
    create trigger note_change
    before update of trxn, stat, form, sort, crts, cred, cred_kind, debt, vars on transfer
    for each row execute function note_change()`)
    .execute(db);
}
