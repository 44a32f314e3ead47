import { type PartyKind, partyKinds } from '@tallystick/shared/contracts/party';
import { type Kysely, sql, type Transaction } from 'kysely';
import { appendEntries } from '../records/append.ts';
import { eventChannel } from '../store/definition.ts';
import type { Database } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import {
  type BatchChanges,
  changesOf,
  countKey,
  creditKindsOf,
  type Known,
  partyKey,
  type RecordResult,
  type SearchableTransfer,
} from './batch-changes.ts';
import { checksumOf, partyColumns, transferColumns } from './checksum.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { growPairs } from './pair-segments.ts';
import { deleteWords, type NamedParty, writeWords } from './party-words.ts';
import { finishSearch, isUnfinished } from './refresh-search.ts';
import { growSegments, type SegmentSizes, usualSizes } from './segments.ts';
import type { StoredTransfer } from './transfer-row.ts';
import { inTurn } from './writer-turn.ts';

/** Where records are written. */
export interface RecordingStore extends Pick<Store, 'db' | 'recordKey'> {
  /** Gets one line that says what is left to the next batch; absent: it goes to standard error. */
  tell?: (line: string) => void;
}

/** Batches up to this size are small: they must be over quickly. */
const smallBatch = 200;
/**
 * PostgreSQL collects new search texts in a pending list, and whoever fills it merges it into the
 * index. With the usual 4 MB that takes 100 ms in the middle of a batch of 5 ms. A small batch
 * merges less, more often; a large one would take a third longer that way.
 */
const mergeOften = sql`set local gin_pending_list_limit = '256kB'`;

const columns = sql.raw(transferColumns.join());
const checksum = sql.raw(checksumOf(transferColumns, (name) => `t.${name}`));

const transferRows = (transfers: readonly SearchableTransfer[]) => sql`
  json_to_recordset(${JSON.stringify(transfers)}) as t(
    item text, trxn text, stat smallint, form text, sort text, crts bigint,
    cred text, cred_kind text, debt text, vars jsonb, search text
  )`;

/** Records, or what makes them from the store once the batch has its turn. */
type Batch =
  | readonly LedgerRecord[]
  | ((trx: Transaction<Database>) => Promise<readonly LedgerRecord[]>);

/**
 * Records parties and transfers, with daily counts, events and places in the log of records, in one transaction.
 * A record that equals the stored one changes nothing. Rejected records (a transfer naming an unknown party)
 * leave the others recorded. A batch of about 1,000 is a good size. `onEnd` gets the
 * milliseconds for which the batch held the store, before that is released. Rejects if the store fails;
 * nothing of the batch is kept then. When it resolves, searches find transfers of renamed parties
 * by their new names. If that failed, they do after the next batch, or when the store is opened.
 */
export async function recordBatch(
  store: RecordingStore,
  batch: Batch,
  onEnd?: (milliseconds: number) => Promise<void>,
  sizes: SegmentSizes = usualSizes,
): Promise<RecordResult> {
  const key = await store.recordKey();
  const { result, renamed } = await inTurn(store.db, async (trx) => {
    const begun = performance.now();
    const records = typeof batch === 'function' ? await batch(trx) : batch;
    const changes = changesOf(records, await load(trx, records));
    await writeParties(trx, changes);
    if (records.length <= smallBatch) await mergeOften.execute(trx);
    await writeTransfers(trx, changes, sizes);
    const known = changes.updates.map(({ item }) => item);
    await appendEntries(trx, key, changes.states, known);
    await onEnd?.(performance.now() - begun);
    return changes;
  });
  if (renamed.length > 0 || isUnfinished(store.db)) await finishSearch(store.db, store.tell);
  return result;
}

async function load(db: Kysely<Database>, records: readonly LedgerRecord[]): Promise<Known> {
  const ids: Record<PartyKind, Set<string>> = {
    user: new Set(),
    creator: new Set(),
    consumer: new Set(),
    checker: new Set(),
  };
  const items = new Set<string>();
  for (const record of records) {
    if (record.record === 'party') {
      ids[record.kind].add(record.id);
    } else {
      for (const kind of creditKindsOf(record.feat.form)) ids[kind].add(record.cred);
      ids.user.add(record.debt);
      items.add(record.item);
    }
  }
  const known: Known = { parties: new Map(), transfers: new Map() };
  // One select for each kind: looking up pairs (kind, id) takes half as long again.
  const selects = partyKinds
    .filter((kind) => ids[kind].size > 0)
    .map(
      (kind) => sql`
        select kind, id, name from party where kind = ${kind} and id = any(${[...ids[kind]]}::text[])`,
    );
  if (selects.length === 0) return known;
  const parties = await sql<NamedParty>`
    ${sql.join(selects, sql` union all `)}`.execute(db);
  for (const { kind, id, name } of parties.rows) known.parties.set(partyKey(kind, id), name);
  if (items.size > 0) {
    const transfers = await sql<StoredTransfer>`
      select item, trxn, stat, form, sort, crts, cred, cred_kind, debt, vars
      from transfer where item = any(${[...items]}::text[])`.execute(db);
    for (const transfer of transfers.rows) known.transfers.set(transfer.item, transfer);
  }
  return known;
}

async function writeParties(
  trx: Transaction<Database>,
  { parties, renamed }: BatchChanges,
): Promise<void> {
  if (parties.length === 0) return;
  const partyChecksum = sql.raw(checksumOf(partyColumns));
  await sql`
    insert into party (kind, id, name, checksum, worded)
    select kind, id, name, ${partyChecksum}, ${partyChecksum}
    from json_to_recordset(${JSON.stringify(parties)}) as t(kind text, id text, name text)
    on conflict (kind, id) do update set
      name = excluded.name, checksum = excluded.checksum, worded = excluded.worded,
      stale_after = ''`.execute(trx);
  if (renamed.length > 0) {
    await deleteWords(
      trx,
      renamed.map(({ before, ...party }) => ({ ...party, name: before })),
    );
  }
  await writeWords(trx, parties);
}

/** Writes transfers with what follows from them, in one statement because each round trip costs. */
async function writeTransfers(
  trx: Transaction<Database>,
  { inserts, updates, dailyCounts, events }: BatchChanges,
  sizes: SegmentSizes,
): Promise<void> {
  if (events.length === 0) return;
  const { rows } = await sql<{ grown: BatchChanges['dailyCounts'] }>`
    with inserted as (
      insert into transfer (${columns}, checksum)
      select ${columns}, ${checksum} from ${transferRows(inserts)}
    ), updated as (
      update transfer set
        trxn = t.trxn, stat = t.stat, form = t.form, sort = t.sort, crts = t.crts, cred = t.cred,
        cred_kind = t.cred_kind, debt = t.debt, vars = t.vars, search = t.search,
        checksum = ${checksum}
      from ${transferRows(updates)} where transfer.item = t.item
    ), counted as (
      insert into tally (scope, day, form, stat, n)
      select scope, day, form, stat, n
      from json_to_recordset(${JSON.stringify(dailyCounts)}) as t(
        scope text, day integer, form text, stat smallint, n bigint
      )
      on conflict (scope, day, form, stat) do update set n = tally.n + excluded.n
      returning scope, day, form, stat, n
    ), announced as (
      insert into event (operation, item, doc)
      select operation, item, doc
      from json_to_recordset(${JSON.stringify(events)}) as t(operation text, item text, doc json)
    )
    select pg_notify(${eventChannel}, ''),
      (select coalesce(json_agg(counted), '[]') from counted where n >= ${sizes.dayStep}) as grown`.execute(
    trx,
  );
  const many = new Map(rows[0]?.grown.map((count) => [countKey(count), count.n]));
  const days = dailyCounts.map((count) => {
    return { ...count, change: count.n, n: many.get(countKey(count)) };
  });
  await growSegments(trx, days, sizes);
  await growPairs(trx, [...inserts, ...updates], sizes);
}
