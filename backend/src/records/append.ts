import { sql, type Transaction } from 'kysely';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import { newSecrets, sealedLeaf } from './entry-hash.ts';
import { grown } from './growth.ts';
import { type Earlier, endRow, takeEnd } from './log-end.ts';
import type { RecordKey } from './record-key.ts';
import { type NewEntry, writeEntries } from './write-entries.ts';

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
  const { at, earlier, end: before } = await takeEnd(trx, key, known);
  const newest = new Map<string, Earlier>(earlier.map(({ item, ...entry }) => [item, entry]));
  const secretOf = newSecrets(states.length);
  const entries = states.map((transfer, index): NewEntry & { number: number } => {
    const last = newest.get(transfer.item);
    const facts = { recorded: last?.recorded ?? at, changes: last ? last.changes + 1 : 0 };
    const number = before.size + index;
    newest.set(transfer.item, { number, ...facts });
    const secret = secretOf(index);
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
