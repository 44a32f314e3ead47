import { sql, type Transaction } from 'kysely';
import { type BatchChanges, changesOf } from '../ledger/batch-changes.ts';
import { checksumOf, partyColumns, transferColumns } from '../ledger/checksum.ts';
import { writeWords } from '../ledger/party-words.ts';
import type { Database } from '../store/schema.ts';
import { parseLines, reportOf } from './record-lines.ts';
import type { LedgerTarget } from './target.ts';

const partyChecksum = sql.raw(checksumOf(partyColumns));
const columns = sql.raw(transferColumns.join());
const checksum = sql.raw(checksumOf(transferColumns));

/** Where the lines of an empty ledger go: rows alone, without what is counted from them. */
export interface BulkTarget extends Pick<LedgerTarget, 'record'> {
  /** How many transfers were recorded, and what the feed tells of the last of them. */
  recorded(): { transfers: number; last: BatchChanges['events'][number] | undefined };
}

/**
 * Writes into tables without keys, in the transaction `trx`. What the ledger knows is kept in memory: the
 * names of all parties, and no transfer. So a record that changes another one is refused.
 */
export function bulkTarget(trx: Transaction<Database>): BulkTarget {
  const parties = new Map<string, string>();
  let transfers = 0;
  let last: BatchChanges['events'][number] | undefined;
  let written: Promise<unknown> = Promise.resolve();
  return {
    record(firstLine, lines) {
      // Read and worked out at once, while the database is busy with the lines before.
      const parsed = parseLines(firstLine, lines);
      const changes = changesOf(parsed.records, { parties, transfers: new Map() });
      const writing = written.then(async () => {
        refuseChanges(changes, firstLine, lines.length);
        await write(trx, changes);
        transfers += changes.inserts.length;
        last = changes.events.at(-1) ?? last;
        return reportOf(parsed, changes.result);
      });
      written = writing.catch(() => {});
      return writing;
    },
    recorded: () => ({ transfers, last }),
  };
}

function refuseChanges({ result }: BatchChanges, firstLine: number, count: number): void {
  const where = `Between the lines ${firstLine} and ${firstLine + count - 1}`;
  if (result.parties.updated > 0) throw new Error(`${where} a party gets another name. ${instead}`);
  if (result.transfers.updated + result.transfers.unchanged > 0) {
    throw new Error(`${where} a transfer is there twice. ${instead}`);
  }
}

/** What to do with input that says something of a record twice. */
export const instead = 'Import it without --bulk.';

async function write(
  trx: Transaction<Database>,
  { parties, inserts }: BatchChanges,
): Promise<void> {
  if (parties.length > 0) {
    await sql`
      insert into party (kind, id, name, checksum, worded)
      select kind, id, name, ${partyChecksum}, ${partyChecksum}
      from json_populate_recordset(null::party, ${JSON.stringify(parties)})`.execute(trx);
    await writeWords(trx, parties);
  }
  if (inserts.length > 0) {
    await sql`
      insert into transfer (${columns}, checksum)
      select ${columns}, ${checksum}
      from json_populate_recordset(null::transfer, ${JSON.stringify(inserts)})`.execute(trx);
  }
}
