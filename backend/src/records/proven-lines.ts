import type { Query } from '@tallystick/store/connections';
import { verifierKey } from '@tallystick/tile-log/verifier-key';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import type { ExportLine } from './export-line.ts';
import { type EntryRow, entryIn, sealedIn } from './proven-transfer.ts';
import { readEnd, readLeaves } from './read-log.ts';
import type { RecordKey } from './record-key.ts';

/** Hashes on a line. */
const leavesPerLine = 4_096;
/** Transfers that one statement reads. */
const batchSize = 500;

const transfers = {
  name: 'export proven',
  text: `
    select t.item, t.trxn, t.stat, t.form, t.sort, t.crts, t.cred, t.cred_kind, t.debt, t.vars,
      e.number, e.at, coalesce(e.recorded, e.at) as recorded, coalesce(e.changes, 0) as changes, e.secret
    from (select * from transfer where item > $1 order by item limit ${batchSize}) as t
    left join record_entry e on e.item = t.item order by t.item`,
};
/** Entries of transfers that are gone. After the last transfer `$2` is null. */
const removed = {
  name: 'export removed',
  text: `
    select e.item, e.number from record_entry e
    where e.item > $1 and ($2::text is null or e.item <= $2)
      and not exists (select from transfer t where t.item = e.item)
    order by e.item`,
};

type Row = StoredTransfer & (EntryRow | { [Column in keyof EntryRow]: null });

/** The log of records and all transfers, with all that is needed to check them against each other, in lines of JSON. */
export async function* provenLines(query: Query, { signer }: RecordKey): AsyncGenerator<string> {
  const { size, note } = await readEnd(query);
  yield line({ checkpoint: note, key: verifierKey(signer) });
  for (let from = 0; from < size; from += leavesPerLine) {
    const leaves = await readLeaves(query, from, Math.min(size, from + leavesPerLine));
    yield line({ from, leaves: Buffer.from(leaves).toString('base64') });
  }
  for (let last = ''; ; ) {
    const rows = await query<Row>(transfers, [last]);
    const end = rows.at(-1)?.item ?? null;
    const gone = await query<{ item: string; number: number }>(removed, [last, end]);
    yield [...rows.map(provenLine), ...gone.map((one) => line({ removed: one }))].join('');
    if (end === null) return;
    last = end;
  }
}

function provenLine(row: Row): string {
  const transfer = sealedIn(row);
  if (row.number === null) return line({ transfer, entry: null });
  const entry = entryIn(row, row);
  return line({ transfer, entry, ...(entry.secret !== null && { vars: [...row.vars] }) });
}

const line = (value: ExportLine) => `${JSON.stringify(value)}\n`;
