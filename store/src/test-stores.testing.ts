import { afterAll } from 'vitest';
import { copyDatabase } from './copy-database.testing.ts';
import type { Definition } from './definition.ts';
import { openPostgres } from './postgres.ts';
import type { Store } from './store.ts';

/** Opens a migrated, empty store of its own; close it, or it is closed after the suite. */
export type OpenTestStore<Database> = () => Promise<Store<Database>>;

/** Stores for the tests of a file, each in a database of its own (see `prepareDatabase`). */
export function testStores<Database>(definition: Definition): OpenTestStore<Database> {
  const open = new Set<Store<Database>>();
  afterAll(async () => {
    await Promise.all([...open].map((store) => store.close()));
  });
  return async () => {
    const { close, ...opened } = await openPostgres<Database>(await copyDatabase(), definition);
    const store: Store<Database> = {
      ...opened,
      hasReserve: async () => true,
      close: async () => {
        if (open.delete(store)) await close();
      },
    };
    open.add(store);
    return store;
  };
}
