import { type Kysely, sql } from 'kysely';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import { newSecrets, sealedLeaf } from './entry-hash.ts';
import { grown, type LogEnd } from './growth.ts';
import { endRow } from './log-end.ts';
import { writeEntries } from './write-entries.ts';

const batchSize = 2_000;

/**
 * Gives all transfers that there are their places in the log of records, which is empty. It is not signed: a migration
 * knows no key. The next program that records or serves signs it.
 */
export async function recordExisting<Tables>(db: Kysely<Tables>): Promise<void> {
  let log: LogEnd = { size: 0, frontier: [] };
  for (let last = ''; ; ) {
    const { rows } = await sql<StoredTransfer & { at: number }>`
      select item, trxn, stat, form, sort, crts, cred, cred_kind, debt, vars,
        floor(extract(epoch from now()) * 1000)::bigint as at
      from transfer where item > ${last} order by item limit ${batchSize}`.execute(db);
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.item;
    const secretOf = newSecrets(rows.length);
    const entries = rows.map(({ at, ...transfer }, index) => {
      const secret = secretOf(index);
      const facts = { at, recorded: at, changes: 0 };
      return { ...facts, leaf: sealedLeaf(transfer, facts, secret), item: transfer.item, secret };
    });
    const more = grown(
      log,
      entries.map(({ leaf }) => leaf),
    );
    await writeEntries(db, log.size, entries, more.tiles, endRow(more.end, null));
    log = more.end;
  }
}
