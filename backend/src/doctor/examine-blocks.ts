import { readBlocks, tablesOf } from '@tallystick/store/damage';
import { checksumOf, partyColumns, transferColumns } from '../ledger/checksum.ts';
import { lastMillisecond } from '../ledger/ledger-record.ts';
import type { Store } from '../store/store.ts';
import type { PartStep, Stage } from './examination.ts';

/** Blocks that are read at a time: 1 MB, some 2,500 transfers. */
const batchBlocks = 128;

interface Found extends Record<string, unknown> {
  rows: number;
  changed?: string[] | null;
  searchPending?: string[] | null;
  withoutParty?: string[] | null;
  unaddressable?: string[] | null;
  afterYear9999?: string[] | null;
}

const readOnly = `count(*)::int as rows, sum(length(t::text)) as size`;

/** What is asked of a stretch of a table: how many rows there are, and which do not fit. */
const aggregates: Readonly<Record<string, string>> = {
  party: `count(*)::int as rows,
    array_agg(kind || ' ' || id) filter (where checksum <> ${checksumOf(partyColumns)}) as changed,
    array_agg(kind || ' ' || id) filter (where stale_after is not null) as "searchPending",
    array_agg(kind || ' ' || id) filter (where id in ('.', '..')) as unaddressable`,
  transfer: `count(*)::int as rows,
    array_agg(item) filter (where checksum <> ${checksumOf(transferColumns)}) as changed,
    array_agg(item) filter (where
      not exists (select from party p where p.kind = t.cred_kind and p.id = t.cred)
      or not exists (select from party p where p.kind = 'user' and p.id = t.debt)) as "withoutParty",
    array_agg(item || coalesce(' ' || trxn, '')) filter (where '.' in (item, trxn) or '..' in (item, trxn)) as unaddressable,
    array_agg(item) filter (where crts > ${lastMillisecond}) as "afterYear9999"`,
};

/** Reads the next blocks of a table; `table` '' begins at the first table by name. */
export async function examineBlocks(
  query: Store['query'],
  { table: name, from }: Stage,
): Promise<PartStep> {
  const tables = await tablesOf(query);
  const named = tables.findIndex(({ table }) => table === name);
  const [current, following] = tables.slice(Math.max(0, named));
  if (current === undefined) return { next: null, findings: [] };
  const { table, blocks } = current;
  // The table may have been made shorter since.
  const first = Math.min(from, blocks);
  const to = Math.min(first + batchBlocks, blocks);
  const findings: string[] = [];
  const unreadable = (block: number, reason: string) => {
    findings.push(`the table ${table} cannot be read in block ${block} of ${blocks}: ${reason}`);
  };
  const stretch = { table, from: first, to };
  const found =
    first < to
      ? await readBlocks<Found>(query, stretch, aggregates[table] ?? readOnly, unreadable)
      : [];
  const notes: string[] = [];
  for (const { changed, searchPending, withoutParty, unaddressable, afterYear9999 } of found) {
    for (const id of changed ?? []) findings.push(`${table} ${id} does not fit its checksum`);
    for (const id of searchPending ?? []) {
      findings.push(
        `searches may miss transfers of ${id} by its new name, until the next import or start of the ledger service`,
      );
    }
    for (const id of withoutParty ?? [])
      findings.push(`${table} ${id} names a party that is missing`);
    for (const id of unaddressable ?? []) {
      notes.push(
        `${table} ${id} has an id that no address can hold, and the import refuses from now on: a search finds it`,
      );
    }
    for (const id of afterYear9999 ?? []) {
      notes.push(
        `transfer ${id} is dated after the year 9999, which the import refuses from now on`,
      );
    }
  }
  const at = to < blocks ? { table, from: to } : following && { table: following.table, from: 0 };
  const next = at === undefined ? null : { ...at, id: '' };
  const blocksOf = (some: typeof tables) => some.reduce((sum, one) => sum + one.blocks, 0);
  const before = blocksOf(tables.slice(0, Math.max(0, named)));
  const done = (before + to) / Math.max(1, blocksOf(tables));
  return { next, done, rows: found.reduce((sum, { rows }) => sum + rows, 0), findings, notes };
}
