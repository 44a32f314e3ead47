import * as stores from '@tallystick/store/store';
import { writeMissingWords } from '../ledger/party-words.ts';
import { refreshSearch } from '../ledger/refresh-search.ts';
import { ledgerStore } from './definition.ts';
import type { Database } from './schema.ts';

/** The ledger's database, either of two engines that understand the same SQL. */
export type Store = stores.Store<Database>;
export type StoreResult = stores.StoreResult<Database>;

/**
 * Opens the ledger's store that the environment names, PostgreSQL by DATABASE_URL or else PGlite
 * in DATA_DIR, and brings its schema up to date.
 */
export async function openStore(environment: stores.StoreSettings): Promise<StoreResult> {
  const opened = await stores.openStore<Database>(ledgerStore, environment);
  if (opened.ok) {
    await writeMissingWords(opened.store.db);
    await refreshSearch(opened.store.db);
  }
  return opened;
}
