import { type Kysely, sql } from 'kysely';
import { recordExisting } from '../../records/existing.ts';

/** An older program would record transfers without a place in the log: nobody could tell them from what was put in. */
export const runsFrom = '0020_record_log';

/**
 * The log of records: an entry for each transfer as it was recorded, and for each change of it. See
 * `records/append.ts`. What is there already gets its place now.
 */
export async function up<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`
    create table record_entry (
      number bigint not null,
      at bigint,
      recorded bigint,
      changes integer,
      leaf bytea not null,
      secret bytea,
      item text collate "C"
    )`.execute(db);
  await sql`
    create table record_tile (
      level smallint not null,
      place bigint not null,
      hash bytea not null,
      primary key (level, place)
    )`.execute(db);
  await sql`
    create table record_log (
      one boolean primary key default true check (one),
      size bigint not null,
      frontier bytea not null,
      note text not null
    ) with (fillfactor = 10)`.execute(db);
  await sql`insert into record_log (size, frontier, note) values (0, '', '')`.execute(db);
  await recordExisting(db);
  await sql`alter table record_entry add primary key (number)`.execute(db);
  await sql`
    create unique index record_entry_item on record_entry (item) where item is not null`.execute(
    db,
  );
}
