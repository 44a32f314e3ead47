import type { CopiedRows } from '@tallystick/store/copy';
import { sql } from 'kysely';
import type { Table } from '../stores/tables.ts';
import type { OpenedStore } from '../stores/transactions.ts';

/** Bytes of a table that are read at a time. */
const partBytes = 4 * 1_048_576;

/** The rows of a table, a stretch of blocks at a time, with how much of the table each is (0 to 1). */
export async function* tableParts(
  { trx, copyOut }: OpenedStore,
  { name, columns, blocks, bytes }: Table,
): AsyncGenerator<CopiedRows & { share: number }> {
  const stride = Math.max(1, Math.floor((blocks * partBytes) / Math.max(bytes, 1)));
  for (let from = 0; from < blocks; from += stride) {
    const to = Math.min(from + stride, blocks);
    // The last stretch is open: the table may have grown since its blocks were counted.
    const end = to === blocks ? sql`` : sql`and ctid < ${sql.lit(`(${to},0)`)}`;
    const { sql: statement } = sql`
      copy (
        select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
        where ctid >= ${sql.lit(`(${from},0)`)} ${end}
      ) to stdout`.compile(trx);
    yield { ...(await copyOut(statement)), share: (to - from) / blocks };
  }
}
