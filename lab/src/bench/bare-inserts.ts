import type { Store } from '@tallystick/backend/src/store/store.ts';

const rowsPerInsert = 1_000;
const tables = [
  { table: 'party', order: 'kind, id' },
  // As the file had them: an import meets the same order.
  { table: 'transfer', order: 'crts, item' },
] as const;

/** The ledger's rows of a store, parties and transfers, as the inserts that would make them. */
export async function prepareInserts(store: Store): Promise<Insert[]> {
  const inserts: Insert[] = [];
  for (const { table, order } of tables) {
    const rows = await store.query<Record<string, unknown>>(
      { text: `select * from ${table} order by ${order}` },
      [],
    );
    for (let at = 0; at < rows.length; at += rowsPerInsert) {
      inserts.push(prepareInsert(table, rows.slice(at, at + rowsPerInsert)));
    }
  }
  return inserts;
}

/** Inserts them one after the other, each a transaction of its own. */
export async function insertBare(store: Store, inserts: readonly Insert[]): Promise<void> {
  for (const { text, values } of inserts) await store.query({ text }, values);
}

type Insert = ReturnType<typeof prepareInsert>;

/** One `insert … values` of many rows, with its values. */
function prepareInsert(table: string, rows: readonly Record<string, unknown>[]) {
  const columns = Object.keys(rows[0] ?? {});
  const places = rows.map(
    (_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join()})`,
  );
  return {
    text: `insert into ${table} (${columns.join()}) values ${places.join()}`,
    values: rows.flatMap((row) =>
      columns.map((column) => {
        const value = row[column];
        return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
      }),
    ),
  };
}
