import { sql } from 'kysely';
import type { BackupTable } from '../archive/contents.ts';
import type { OpenedStore } from './transactions.ts';

/** A table of the store whose schema is current (`enter`). */
export interface Table extends BackupTable {
  /** Blocks of 8 kB, and bytes with TOAST. */
  blocks: number;
  bytes: number;
}

/** All tables but those that say which migrations have run. */
export async function tablesOf({ trx }: OpenedStore): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as name, array_agg(attname::text order by attnum) as columns,
      (array_agg(json_build_object('column', attname, 'last', pg_sequence_last_value(
        pg_get_serial_sequence(quote_ident(relname), attname)::regclass
      ))) filter (where attidentity <> ''))[1] as identity,
      (pg_relation_size(c.oid) / 8192)::int as blocks, pg_table_size(c.oid)::float as bytes
    from pg_class c join pg_attribute a on attrelid = c.oid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and attnum > 0 and not attisdropped and attgenerated = ''
      and relname not in ('kysely_migration', 'kysely_migration_lock', 'migration_note')
    group by c.oid, relname order by relname`.execute(trx);
  return rows;
}
