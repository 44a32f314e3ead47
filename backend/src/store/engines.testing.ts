import * as engines from '@tallystick/store/engines.testing';
import { ledgerStore } from './definition.ts';
import type { Database } from './schema.ts';
import type { Store } from './store.ts';

/** Opens a migrated, empty ledger of its own; close it, or it is closed after the suite. */
export type OpenTestStore = engines.OpenTestStore<Database>;

/** Declares the suite once over PGlite and once over a real PostgreSQL. */
export function forEachEngine(
  suite: (openTestStore: OpenTestStore, engine: Store['engine']) => void,
): void {
  engines.forEachEngine<Database>(ledgerStore, suite);
}
