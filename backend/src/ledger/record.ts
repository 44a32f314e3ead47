import { type PartyKind, partyKinds } from '@tallystick/shared/contracts/party';
import { type Kysely, sql, type Transaction } from 'kysely';
import { eventChannel } from '../store/definition.ts';
import type { Database, TransferTable } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { checksumOf, partyColumns, transferColumns } from './checksum.ts';
import type { LedgerRecord } from './ledger-record.ts';
import {
  creditKinds,
  type Known,
  type Plan,
  type PlannedTransfer,
  partyKey,
  planBatch,
  type RecordResult,
  searchOf,
} from './plan.ts';
import type { StoredTransfer } from './transfer-row.ts';

/** Writers take turns by this lock, so that events are numbered in the order of commit. */
const writerLock = 7_208_401;
/** In one trip. Each statement has its own time; waiting for a turn takes its time too. */
const takeTurn = `set local statement_timeout = '120s'; select pg_advisory_xact_lock(${writerLock})`;
const refreshedAtOnce = 1_000;
/** Records of a batch that is small because others are to have their turn soon. */
const few = 200;

const columns = sql.raw(transferColumns.join());
const checksum = sql.raw(checksumOf(transferColumns, (name) => `t.${name}`));

/** Of a kept transfer that gets the search text of `t`. */
const renamedChecksum = sql.raw(
  checksumOf(transferColumns, (name) => (name === 'search' ? 't.search' : `transfer.${name}`)),
);

const transferRows = (transfers: readonly PlannedTransfer[]) => sql`
  json_to_recordset(${JSON.stringify(transfers)}) as t(
    item text, trxn text, stat smallint, form text, sort text, crts bigint,
    cred text, cred_kind text, debt text, vars jsonb, search text
  )`;

/**
 * Records parties and transfers, with tallies and events, in one transaction. A record that is
 * there already as it is changes nothing. Rejected records (a transfer naming an unknown party)
 * leave the others recorded. A batch of about 1,000 is a good size. `onEnd` is told, before the store
 * is given back, for how many milliseconds the batch had it. Rejects if the store fails; nothing of
 * the batch is kept then.
 */
export async function recordBatch(
  store: Pick<Store, 'db'>,
  records: readonly LedgerRecord[],
  onEnd?: (milliseconds: number) => Promise<void>,
): Promise<RecordResult> {
  return store.db.transaction().execute(async (trx) => {
    await sql.raw(takeTurn).execute(trx);
    const begun = performance.now();
    const plan = planBatch(records, await load(trx, records));
    await writeParties(trx, plan);
    await writeTransfers(trx, plan);
    await refreshSearch(trx, plan.renamed);
    if (records.length <= few) await mergeSearch(trx);
    await onEnd?.(performance.now() - begun);
    return plan.result;
  });
}

async function load(db: Kysely<Database>, records: readonly LedgerRecord[]): Promise<Known> {
  const keys = new Map<string, { kind: PartyKind; id: string }>();
  const need = (kind: PartyKind, id: string) => keys.set(partyKey(kind, id), { kind, id });
  const items = new Set<string>();
  for (const record of records) {
    if (record.record === 'party') {
      need(record.kind, record.id);
    } else {
      for (const kind of creditKinds(record.feat.form)) need(kind, record.cred);
      need('user', record.debt);
      items.add(record.item);
    }
  }
  const known: Known = { parties: new Map(), transfers: new Map() };
  const wanted = partyKinds.flatMap((kind) => {
    const ids = [...keys.values()].filter((key) => key.kind === kind).map(({ id }) => id);
    return ids.length > 0 ? [{ kind, ids }] : [];
  });
  if (wanted.length === 0) return known;
  // Kind by kind: a search for pairs takes half as long again.
  const parties = await sql<{ kind: PartyKind; id: string; name: string }>`
    ${sql.join(
      wanted.map(
        ({ kind, ids }) => sql`
          select kind, id, name from party where kind = ${kind} and id = any(${ids}::text[])`,
      ),
      sql` union all `,
    )}`.execute(db);
  for (const { kind, id, name } of parties.rows) known.parties.set(partyKey(kind, id), name);
  if (items.size > 0) {
    const transfers = await sql<StoredTransfer>`
      select item, trxn, stat, form, sort, crts, cred, cred_kind, debt, vars
      from transfer where item = any(${[...items]}::text[])`.execute(db);
    for (const transfer of transfers.rows) known.transfers.set(transfer.item, transfer);
  }
  return known;
}

async function writeParties(trx: Transaction<Database>, { parties }: Plan): Promise<void> {
  if (parties.length === 0) return;
  await sql`
    insert into party (kind, id, name, checksum)
    select kind, id, name, ${sql.raw(checksumOf(partyColumns))}
    from json_to_recordset(${JSON.stringify(parties)}) as t(kind text, id text, name text)
    on conflict (kind, id) do update set name = excluded.name, checksum = excluded.checksum`.execute(
    trx,
  );
}

/** Writes transfers with what follows from them: one statement, because each trip costs. */
async function writeTransfers(
  trx: Transaction<Database>,
  { inserts, updates, tally, span, events }: Plan,
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    with inserted as (
      insert into transfer (${columns}, checksum)
      select ${columns}, ${checksum} from ${transferRows(inserts)}
    ), updated as (
      update transfer set
        trxn = t.trxn, stat = t.stat, form = t.form, sort = t.sort, crts = t.crts, cred = t.cred,
        cred_kind = t.cred_kind, debt = t.debt, vars = t.vars, search = t.search,
        checksum = ${checksum}
      from ${transferRows(updates)} where transfer.item = t.item
    ), tallied as (
      insert into tally (scope, day, form, stat, n)
      select scope, day, form, stat, n
      from json_to_recordset(${JSON.stringify(tally)}) as t(
        scope text, day integer, form text, stat smallint, n bigint
      )
      on conflict (scope, day, form, stat) do update set n = tally.n + excluded.n
    ), spanned as (
      insert into span (scope, span, form, n)
      select scope, span, form, n
      from json_to_recordset(${JSON.stringify(span)}) as t(
        scope text, span integer, form text, n bigint
      )
      on conflict (scope, span, form) do update set n = span.n + excluded.n
    ), told as (
      insert into event (operation, item, doc)
      select operation, item, doc
      from json_to_recordset(${JSON.stringify(events)}) as t(operation text, item text, doc json)
    )
    select pg_notify(${eventChannel}, '')`.execute(trx);
}

/**
 * New search texts are first kept in a list, which is merged into their index when it is full: 100 ms
 * in the middle of a batch that takes 5. At the end of each small batch it costs more in all, and
 * never much at once.
 */
async function mergeSearch(trx: Transaction<Database>): Promise<void> {
  await sql`select gin_clean_pending_list('transfer_search')`.execute(trx);
}

type Searched = Omit<StoredTransfer, 'vars'> & Pick<TransferTable, 'search'>;

/** Lets searches find the transfers of renamed parties by the new names, some at a time. */
async function refreshSearch(trx: Transaction<Database>, renamed: Plan['renamed']): Promise<void> {
  for (const { kind, id } of renamed) {
    const side =
      kind === 'user' ? sql`t.debt = ${id}` : sql`t.cred = ${id} and t.cred_kind = ${kind}`;
    let last = '';
    for (;;) {
      const { rows } = await sql<Searched & { credit: string; debit: string }>`
        select t.item, t.trxn, t.stat, t.form, t.sort, t.crts, t.cred, t.cred_kind, t.debt, t.search,
          c.name as credit, u.name as debit
        from transfer t
        join party c on c.kind = t.cred_kind and c.id = t.cred
        join party u on u.kind = 'user' and u.id = t.debt
        where ${side} and t.item > ${last}
        order by t.item limit ${refreshedAtOnce}`.execute(trx);
      const changed = rows
        .map(({ credit, debit, ...row }) => ({
          item: row.item,
          before: row.search,
          search: searchOf(
            row,
            new Map([
              [partyKey(row.cred_kind, row.cred), credit],
              [partyKey('user', row.debt), debit],
            ]),
          ),
        }))
        .filter(({ before, search }) => before !== search);
      await sql`
        update transfer set search = t.search, checksum = ${renamedChecksum}
        from json_to_recordset(${JSON.stringify(changed)}) as t(item text, search text)
        where transfer.item = t.item`.execute(trx);
      const end = rows.at(-1);
      if (!end || rows.length < refreshedAtOnce) break;
      last = end.item;
    }
  }
}
