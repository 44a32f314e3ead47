import * as stores from '@tallystick/store/test-stores.testing';
import { sql } from 'kysely';
import { type RecordKey, recordKeyOf } from '../records/record-key.ts';
import { ledgerStore } from './definition.ts';
import type { Database } from './schema.ts';
import type { Store } from './store.ts';

/** Opens a migrated, empty ledger of its own; close it, or it is closed after the suite. */
export type OpenTestStore = () => Promise<Store>;

/** The key by which test ledgers sign their log of records. */
export const testRecordKey: RecordKey = recordKeyOf(() => new Uint8Array(32).fill(7));

/** Ledgers for the tests of a file. */
export function testStores(): OpenTestStore {
  const open = stores.testStores<Database>(ledgerStore);
  return async () => ({ ...(await open()), recordKey: async () => testRecordKey });
}

/** Takes all transfers and parties out of a ledger, and counts its events anew. */
export async function emptyLedger({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`
    truncate party, party_word, transfer, tally, span, segment, event, record_entry, record_tile
    restart identity`.execute(db);
  await sql`update record_log set size = 0, frontier = '', note = ''`.execute(db);
}
