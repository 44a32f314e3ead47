import { frontierBytes, readFrontier, rootOf } from '@tallystick/tile-log/tree';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { LogEnd } from './growth.ts';
import type { RecordKey } from './record-key.ts';

/** The row that says where the log of records ends. */
export interface EndRow {
  size: number;
  frontier: Uint8Array;
  /** The signed checkpoint; empty: what a migration has put into the log is not signed yet. */
  note: string;
}

/**
 * Where the log ends, by the row that says so.
 *
 * @throws Error with one line if it is not as this key has signed it: nothing may be built on it
 */
function openEnd(row: EndRow, key: RecordKey): LogEnd {
  const frontier = readFrontier(row.frontier, row.size);
  const end = frontier && { size: row.size, frontier };
  if (end !== null && row.note === '') return end;
  const signed = key.open(row.note);
  if (signed === null) throw new Error(notSignedBy(key));
  if (end === null || signed.size !== end.size || !isSame(signed.root, rootOf(end.frontier))) {
    throw new Error('The log of records is not as it was signed: its end was changed.');
  }
  return end;
}

const notSignedBy = ({ signer }: RecordKey) =>
  `The log of records is not signed by ${signer.name}, which is made of the service.key in DATA_DIR: copy that file ` +
  'from where the ledger was recorded. If it is lost, start the ledger service once with SERVICE_KEY=replace.';

/** What the log has of a transfer already. */
export interface Earlier {
  number: number;
  recorded: number;
  changes: number;
}

/**
 * Takes the log for this transaction: nobody else adds to it until that is over. Answers the time in milliseconds since
 * 1970, where the log ends, and what it has of these transfers, which their items name.
 *
 * @throws Error with one line if the log is not as this key has signed it
 */
export async function takeEnd<Tables>(
  trx: Transaction<Tables>,
  key: RecordKey,
  items: readonly string[],
): Promise<{ at: number; end: LogEnd; earlier: (Earlier & { item: string })[] }> {
  const { rows } = await sql<EndRow & { at: number; earlier: (Earlier & { item: string })[] }>`
    select size, frontier, note, floor(extract(epoch from now()) * 1000)::bigint as at, (
      select coalesce(json_agg(e), '[]') from (
        select item, number, coalesce(recorded, at) as recorded, coalesce(changes, 0) as changes
        from record_entry where item = any(${items}::text[])
      ) as e
    ) as earlier
    from record_log for update`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('The log of records is missing.');
  return { at: row.at, end: openEnd(row, key), earlier: row.earlier };
}

/** The row that says where the log ends, signed; without a key it is not. */
export function endRow({ size, frontier }: LogEnd, key: RecordKey | null): EndRow {
  const note = key?.sign({ size, root: rootOf(frontier) }) ?? '';
  return { size, frontier: frontierBytes(frontier), note };
}

/**
 * Signs the end of the log if a migration has made it. With `replaces` it does so where another key has signed: that is
 * the way on where a service key was lost.
 *
 * @throws Error with one line if another key has signed it: every page would say that its record was changed
 */
export async function signEnd<Tables>(
  db: Kysely<Tables>,
  key: RecordKey,
  replaces: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<EndRow>`
      select size, frontier, note from record_log for update`.execute(trx);
    const [row] = rows;
    if (row === undefined || key.open(row.note) !== null) return;
    if (row.note !== '' && !replaces) throw new Error(notSignedBy(key));
    const { note } = endRow(openEnd({ ...row, note: '' }, key), key);
    await sql`update record_log set note = ${note}`.execute(trx);
  });
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;
