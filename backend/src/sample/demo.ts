import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TransferRecord } from '../ledger/ledger-record.ts';
import { type RecordingStore, recordBatch } from '../ledger/record.ts';
import { rowColumns, transferRow } from '../ledger/transfer-row.ts';
import { createSimulation } from '../simulate/simulation.ts';
import type { Store } from '../store/store.ts';
import { samplePrefix, sampleRecords } from './sample.ts';
import { mayFollow, openStatuses } from './status-walk.ts';

const maxOpen = 30;

/**
 * Gives an empty store the sample ledger, and a store that holds it a slow live feed: an event
 * every 8 to 15 seconds. Any other ledger is left alone. `pauses` are the shortest and the longest,
 * in milliseconds. Rejects if the store fails at first; later failures cost only events. The returned
 * function ends the feed; it resolves when nothing of it is being recorded any more.
 */
export async function startDemo(
  store: RecordingStore,
  { pauses = [8_000, 15_000] }: { pauses?: readonly [number, number] } = {},
): Promise<() => Promise<void>> {
  const started = Date.now();
  if (await isEmpty(store.db)) {
    // Until its turn another process may fill the store.
    await recordBatch(store, async (trx) => ((await isEmpty(trx)) ? sampleRecords(started) : []));
  }
  if (!(await holdsSample(store))) return async () => {};
  const seed = started.toString(36);
  const prefix = `${samplePrefix}-${seed}`;
  const nextEvent = createSimulation({ seed, prefix }, await openTransfers(store));

  const stopping = new AbortController();
  const [shortest, longest] = pauses;
  const feed = async () => {
    for (;;) {
      const wait = shortest + Math.random() * (longest - shortest);
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      const event = nextEvent(Date.now());
      await recordBatch(store, (trx) => ifPossible(trx, event)).catch(() => {});
    }
  };
  const running = feed();
  return async () => {
    stopping.abort();
    await running;
  };
}

async function isEmpty(db: Store['db']): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from party) or exists (select from transfer) as used`.execute(db);
  return rows[0]?.used === false;
}

async function holdsSample({ db }: Pick<Store, 'db'>): Promise<boolean> {
  const first = await db
    .selectFrom('transfer')
    .select('item')
    .where('item', '=', `${samplePrefix}-000001`)
    .executeTakeFirst();
  return first !== undefined;
}

/**
 * The event, if it is a step from what the store has now. Each of several services simulates on copies of its own.
 * With those alone it would reopen a transfer that another has closed.
 */
async function ifPossible(db: Store['db'], event: TransferRecord): Promise<TransferRecord[]> {
  const now = await db
    .selectFrom('transfer')
    .select(['stat', 'trxn'])
    .where('item', '=', event.item)
    .executeTakeFirst();
  if (now === undefined) return [event];
  const sameTrxn = now.trxn === null || now.trxn === event.trxn;
  return sameTrxn && mayFollow(now.stat, event.stat) ? [event] : [];
}

/** The newest of the sample's transfers that wait for a next status, so that it goes on after a restart. */
async function openTransfers({ db }: Pick<Store, 'db'>): Promise<TransferRecord[]> {
  const rows = await db
    .selectFrom('transfer')
    .select(rowColumns)
    .where('item', 'like', `${samplePrefix}-%`)
    .where('stat', 'in', [...openStatuses])
    .orderBy('crts', 'desc')
    .orderBy('item', 'desc')
    .limit(maxOpen)
    .execute();
  return rows.map((row) => ({ record: 'transfer', ...transferRow(row), vars: [] }));
}
