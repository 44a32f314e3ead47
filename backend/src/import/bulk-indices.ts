import { type Kysely, sql } from 'kysely';

/** An index that is to be made again. */
export interface DroppedIndex {
  name: string;
  /** The statement that makes it. */
  definition: string;
}

/**
 * Takes all indices off some tables, those of their keys included. They come back in the order to make
 * them in: keys first, so that what is there twice is found before the long ones are made.
 */
export async function dropIndices<Tables>(
  db: Kysely<Tables>,
  tables: readonly string[],
): Promise<DroppedIndex[]> {
  const { rows } = await sql<DroppedIndex & { removal: string }>`
    select i.relname as name,
      case when c.oid is null then pg_get_indexdef(i.oid)
        else format('alter table %s add constraint %I %s', x.indrelid::regclass, c.conname,
          pg_get_constraintdef(c.oid)) end as definition,
      case when c.oid is null then format('drop index %s', i.oid::regclass)
        else format('alter table %s drop constraint %I', x.indrelid::regclass, c.conname)
      end as removal
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u')
    where x.indrelid = any(${tables}::text[]::regclass[])
    order by c.oid is null, i.relname`.execute(db);
  for (const { removal } of rows) await sql.raw(removal).execute(db);
  return rows.map(({ name, definition }) => ({ name, definition }));
}
