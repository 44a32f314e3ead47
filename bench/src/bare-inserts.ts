import type { Store } from '@tallystick/backend/src/store/store.ts';

const rowsPerInsert = 1_000;
const tables = [
  { table: 'party', order: 'kind, id' },
  // As the file had them: an import meets the same order.
  { table: 'transfer', order: 'crts, item' },
] as const;

/** One `insert` with its rows, as one parameter. */
interface Insert {
  text: string;
  rows: string;
}

/** The ledger's rows of a store, parties and transfers, as the inserts that would make them. */
export async function prepareInserts(store: Store): Promise<Insert[]> {
  const inserts: Insert[] = [];
  for (const { table, order } of tables) {
    const rows = await store.query(
      { text: `select to_jsonb(t) as row from ${table} as t order by ${order}` },
      [],
    );
    for (let at = 0; at < rows.length; at += rowsPerInsert) {
      inserts.push({
        text: `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
        rows: JSON.stringify(rows.slice(at, at + rowsPerInsert).map(({ row }) => row)),
      });
    }
  }
  return inserts;
}

/** Inserts them one after the other, each a transaction of its own. */
export async function insertBare(store: Store, inserts: readonly Insert[]): Promise<void> {
  for (const { text, rows } of inserts) await store.query({ text }, [rows]);
}
