import type { Store } from '@tallystick/backend/src/store/store.ts';

/** Bytes of each table and each index, a transfer. */
export async function tableSizes(store: Store, transfers: number): Promise<string[]> {
  const rows = await store.query<{ name: string; bytes: number; rows: number }>(
    {
      text: `
        select c.relname as name, pg_table_size(c.oid) as bytes, c.reltuples::bigint as rows
        from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname = current_schema() and relkind in ('r', 'i') and pg_table_size(c.oid) > $1
        order by 2 desc`,
    },
    [transfers],
  );
  const sum = rows.reduce((all, { bytes }) => all + bytes, 0);
  const line = (name: string, bytes: number, more = '') =>
    `  ${name.padEnd(24)} ${(bytes / transfers).toFixed(1).padStart(8)} bytes a transfer${more}`;
  return [
    ...rows.map(({ name, bytes, rows }) =>
      line(name, bytes, `, ${rows.toLocaleString('en-US')} rows`),
    ),
    line('all', sum),
  ];
}
