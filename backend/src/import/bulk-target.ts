import type { Session } from '@tallystick/store/connections';
import { sql, type Transaction } from 'kysely';
import {
  namesOf,
  partyKey,
  type SearchableTransfer,
  searchable,
  storedTransfer,
} from '../ledger/batch-changes.ts';
import { checksumOf, partyColumns } from '../ledger/checksum.ts';
import { type NamedParty, writeWords } from '../ledger/party-words.ts';
import { type BulkEntries, copyEntries } from '../records/bulk-entries.ts';
import { copyRows, copyStatement } from './copied-transfers.ts';
import type { LinesReport } from './lines-report.ts';
import { emptyReport, type ParsedLines, parseLines } from './record-lines.ts';
import type { LedgerTarget } from './target.ts';

/** Where the lines of an empty ledger go: rows alone, without what is counted from them. */
export interface BulkTarget extends LedgerTarget {
  /** Writes what is not written yet; rejects if that fails, or something before did. Call once, at the end. */
  end(): Promise<Written>;
}

/** How many transfers were written, and the last of them, with the names of its parties. */
export interface Written {
  count: number;
  last: (SearchableTransfer & { credit: string; debit: string }) | undefined;
}

/** The names of all parties, by `partyKey`. */
type Names = Map<string, string>;

/** The rows made of some lines, and what became of the lines. */
interface Rows {
  parties: NamedParty[];
  transfers: SearchableTransfer[];
  report: LinesReport;
}

/** What to do with input that says something of a record twice. */
export const instead = 'Import it without --bulk.';

/**
 * Transfers that one COPY writes at least. Each extends the table's file by half a megabyte and
 * leaves empty what it does not need. With 2,000 transfers, as much stayed empty as they took.
 */
const copiedAtOnce = 20_000;
/** Writes that may be under way while further lines are read. */
const maxWriting = 4;

/**
 * Writes into tables without keys, in the transaction `trx`; a trigger of `makeChecksums` adds the
 * checksums. `entries` gives each transfer its place in the log of records. The names of all parties are kept in
 * memory. Rejects if a party gets another name; a transfer that is there twice goes unnoticed.
 */
export function bulkTarget(
  trx: Transaction<unknown>,
  copyIn: Session['copyIn'],
  entries: BulkEntries,
): BulkTarget {
  const names: Names = new Map();
  let count = 0;
  let last: SearchableTransfer | undefined;
  let written: Promise<unknown> = Promise.resolve();
  const writing: Promise<unknown>[] = [];
  let waiting: Buffer[] = [];
  let waitingEntries: Buffer[] = [];
  let waitingRows = 0;
  /** Queues a write behind the earlier ones. After a failure nothing more is written. */
  const writeNext = (write: () => Promise<unknown>) => {
    written = written.then(write);
    written.catch(() => {});
    writing.push(written);
  };
  const copyWaiting = () => {
    const rows = Buffer.concat(waiting);
    const places = Buffer.concat(waitingEntries);
    waiting = [];
    waitingEntries = [];
    waitingRows = 0;
    writeNext(async () => {
      await copyIn(copyStatement, rows);
      await copyIn(copyEntries, places);
    });
  };
  return {
    async record(firstLine, lines) {
      // Parsed at once, while the database is busy with the earlier lines.
      const { parties, transfers, report } = rowsOf(parseLines(firstLine, lines), names);
      count += transfers.length;
      last = transfers.at(-1) ?? last;
      waiting.push(copyRows(transfers));
      waitingEntries.push(entries.rowsOf(transfers));
      waitingRows += transfers.length;
      if (parties.length > 0) writeNext(() => writeParties(trx, parties));
      if (waitingRows >= copiedAtOnce) copyWaiting();
      while (writing.length > maxWriting) await writing.shift();
      return report;
    },
    async end() {
      copyWaiting();
      await written;
      await entries.end();
      return { count, last: last && { ...last, ...namesOf(last, names) } };
    },
  };
}

/** The same as `changesOf` for records that are all new, in a third of its time. */
function rowsOf({ records, numbers, bad }: ParsedLines, names: Names): Rows {
  const rows: Rows = { parties: [], transfers: [], report: { ...emptyReport(), bad: [...bad] } };
  const { report } = rows;
  for (const [position, record] of records.entries()) {
    const line = numbers[position] ?? 0;
    if (record.record === 'party') {
      const { kind, id, name } = record;
      const before = names.get(partyKey(kind, id));
      if (before === undefined) {
        names.set(partyKey(kind, id), name);
        rows.parties.push({ kind, id, name });
      } else if (before === name) {
        report.parties.unchanged += 1;
      } else {
        throw new Error(`Line ${line} gives ${kind} ${id} another name. ${instead}`);
      }
      continue;
    }
    const transfer = storedTransfer(record, names);
    if (typeof transfer === 'string') report.bad.push({ line, reason: transfer });
    else rows.transfers.push(searchable(transfer, names));
  }
  report.parties.inserted = rows.parties.length;
  report.transfers.inserted = rows.transfers.length;
  return rows;
}

const partyChecksum = sql.raw(checksumOf(partyColumns));

async function writeParties(trx: Transaction<unknown>, parties: NamedParty[]): Promise<void> {
  await sql`
    insert into party (kind, id, name, checksum, worded)
    select kind, id, name, ${partyChecksum}, ${partyChecksum}
    from json_populate_recordset(null::party, ${JSON.stringify(parties)})`.execute(trx);
  await writeWords(trx, parties);
}
