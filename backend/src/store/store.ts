import * as stores from '@tallystick/store/store';
import { ledgerStore } from './definition.ts';
import type { Database } from './schema.ts';

/** The ledger's database, either of two engines that understand the same SQL. */
export type Store = stores.Store<Database>;
export type StoreResult = stores.StoreResult<Database>;

/**
 * Opens the ledger's store that the environment names, PostgreSQL by DATABASE_URL or else PGlite
 * in DATA_DIR, and brings its schema up to date.
 */
export function openStore(environment: stores.StoreSettings): Promise<StoreResult> {
  return stores.openStore<Database>(ledgerStore, environment);
}
