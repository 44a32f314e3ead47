import type { Transaction } from 'kysely';
import { fieldOf } from '../import/copied-transfers.ts';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import { newSecrets, sealedLeaf } from './entry-hash.ts';
import { grown, type TileHash } from './growth.ts';
import { endRow, takeEnd } from './log-end.ts';
import type { RecordKey } from './record-key.ts';
import { writeEntries } from './write-entries.ts';

/** The statement that reads the rows of `BulkEntries`. */
export const copyEntries = 'copy record_entry (number, leaf, item, secret, at) from stdin';

export type BulkEntries = Awaited<ReturnType<typeof bulkEntries>>;

/** The log of records while a ledger is filled in one transaction: rows for COPY, and where it ends at last. */
export async function bulkEntries<Tables>(trx: Transaction<Tables>, key: RecordKey) {
  const { at, end } = await takeEnd(trx, key, []);
  let log = end;
  const tiles: TileHash[] = [];
  return {
    /** Rows of the entries of new transfers, in the text format of COPY. */
    rowsOf: (transfers: readonly StoredTransfer[]): Buffer => {
      const facts = { at, recorded: at, changes: 0 };
      const secretOf = newSecrets(transfers.length);
      let text = '';
      const leaves = transfers.map((transfer, index) => {
        const secret = secretOf(index);
        const leaf = sealedLeaf(transfer, facts, secret);
        text += `${log.size + index}\t\\\\x${Buffer.from(leaf).toString('hex')}\t`;
        text += `${fieldOf(transfer.item)}\t\\\\x${secret.toString('hex')}\t${at}\n`;
        return leaf;
      });
      const more = grown(log, leaves);
      log = more.end;
      tiles.push(...more.tiles);
      return Buffer.from(text);
    },
    /** Writes what is not in the rows. */
    end: async (): Promise<void> => {
      await writeEntries(trx, log.size, [], tiles, endRow(log, key));
    },
  };
}
