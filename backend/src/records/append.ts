import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import { sealedLeaf, secretSize } from './entry-hash.ts';
import { grown } from './growth.ts';
import { type EndRow, endRow, openEnd } from './log-end.ts';
import type { RecordKey } from './record-key.ts';
import { type NewEntry, writeEntries } from './write-entries.ts';

/** What the log has of a transfer already. */
interface Earlier {
  number: number;
  recorded: number;
  changes: number;
}

/**
 * Gives each of these states of transfers its place in the log of records, in the transaction that records them. It
 * signs where the log ends then. What is replaced leaves its hash alone: its secret is gone, so nobody can find out
 * what it was.
 *
 * @param states in the order in which they were recorded
 * @param known items of those that the store had before
 */
export async function appendEntries<Tables>(
  trx: Transaction<Tables>,
  key: RecordKey,
  states: readonly StoredTransfer[],
  known: readonly string[],
): Promise<void> {
  if (states.length === 0) return;
  const { rows } = await sql<EndRow & { at: number; earlier: (Earlier & { item: string })[] }>`
    select size, frontier, note, floor(extract(epoch from now()) * 1000)::bigint as at, (
      select coalesce(json_agg(e), '[]') from (
        select item, number, coalesce(recorded, at) as recorded, coalesce(changes, 0) as changes
        from record_entry where item = any(${known}::text[])
      ) as e
    ) as earlier
    from record_log for update`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('The log of records is missing.');
  const { at, earlier } = row;
  const before = openEnd(row, key);
  const newest = new Map<string, Earlier>(earlier.map(({ item, ...entry }) => [item, entry]));
  const secrets = randomBytes(secretSize * states.length);
  const entries = states.map((transfer, index): NewEntry & { number: number } => {
    const last = newest.get(transfer.item);
    const facts = { recorded: last?.recorded ?? at, changes: last ? last.changes + 1 : 0 };
    const number = before.size + index;
    newest.set(transfer.item, { number, ...facts });
    const secret = secrets.subarray(secretSize * index, secretSize * (index + 1));
    const leaf = sealedLeaf(transfer, { at, ...facts }, secret);
    return { number, leaf, item: transfer.item, secret, at, ...facts };
  });
  if (earlier.length > 0) {
    await sql`
      update record_entry set item = null, secret = null, at = null, recorded = null, changes = null
      where number = any(${earlier.map(({ number }) => number)}::bigint[])`.execute(trx);
  }
  const { end, tiles } = grown(
    before,
    entries.map(({ leaf }) => leaf),
  );
  const written = entries.map((entry) =>
    entry.number === newest.get(entry.item ?? '')?.number
      ? entry
      : { ...entry, item: null, secret: null },
  );
  await writeEntries(trx, before.size, written, tiles, endRow(end, key));
}
