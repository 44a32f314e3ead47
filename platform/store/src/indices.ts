import { type Kysely, sql, type Transaction } from 'kysely';

/** An index or a foreign key that is to be made again. */
export interface DroppedIndex {
  name: string;
  /** The statement that makes it. */
  definition: string;
}

/**
 * Drops all indices of some tables, with their keys and the foreign keys that refer to these. Returns them in the order
 * in which to make them again. Keys come first, so that duplicates are found before the long indices are made. Foreign
 * keys come last.
 */
export async function dropIndices<Tables>(
  db: Kysely<Tables>,
  tables: readonly string[],
): Promise<DroppedIndex[]> {
  const { rows } = await sql<DroppedIndex & { removal: string }>`
    with made as (
      select i.relname as name, c.oid as key, x.indrelid as of, i.oid as index,
        case when c.oid is null then 1 else 0 end as place
      from pg_index x
      join pg_class i on i.oid = x.indexrelid
      left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u')
      where x.indrelid = any(${tables}::text[]::regclass[])
      union all
      select conname, oid, conrelid, null, 2 from pg_constraint
      where contype = 'f' and (conrelid = any(${tables}::text[]::regclass[])
        or confrelid = any(${tables}::text[]::regclass[]))
    )
    select name,
      case when key is null then pg_get_indexdef(index)
        else format('alter table %s add constraint %I %s', of::regclass, name,
          pg_get_constraintdef(key)) end as definition,
      case when key is null then format('drop index %s', index::regclass)
        else format('alter table %s drop constraint %I', of::regclass, name) end as removal
    from made order by place, name`.execute(db);
  for (const { removal } of rows.toReversed()) await sql.raw(removal).execute(db);
  return rows.map(({ name, definition }) => ({ name, definition }));
}

/** Raises the memory for sorting and indices, and has PostgreSQL end the work when this process is killed. */
export async function takeMemory(trx: Transaction<unknown>): Promise<void> {
  await sql`
    set local maintenance_work_mem = '512MB';
    set local work_mem = '256MB';
    set local client_connection_check_interval = '5s'`.execute(trx);
}
