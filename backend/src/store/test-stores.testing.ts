import * as stores from '@tallystick/store/test-stores.testing';
import { sql } from 'kysely';
import { ledgerStore } from './definition.ts';
import type { Database } from './schema.ts';
import type { Store } from './store.ts';

/** Opens a migrated, empty ledger of its own; close it, or it is closed after the suite. */
export type OpenTestStore = stores.OpenTestStore<Database>;

/** Ledgers for the tests of a file. */
export const testStores = (): OpenTestStore => stores.testStores<Database>(ledgerStore);

/** Takes all transfers and parties out of a ledger, and counts its events anew. */
export async function emptyLedger({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`truncate party, party_word, transfer, tally, span, segment, event restart identity`.execute(
    db,
  );
}
