import { afterAll } from 'vitest';
import { copyDatabase } from './copy-database.testing.ts';
import type { Definition } from './definition.ts';
import { openStoreAsItIs, type Store } from './store.ts';

/** Opens a migrated, empty store of its own; close it, or it is closed after the suite. */
export type OpenTestStore<Database> = () => Promise<Store<Database>>;

/** Stores for the tests of a file, each in a database of its own (see `prepareDatabase`). */
export function testStores<Database>(definition: Definition): OpenTestStore<Database> {
  const open = new Set<Store<Database>>();
  afterAll(async () => {
    await Promise.all([...open].map((store) => store.close()));
  });
  return async () => {
    const place = { DATA_DIR: '', DATABASE_URL: await copyDatabase() };
    const opened = await openStoreAsItIs<Database>(definition, place);
    if (!opened.ok) throw new Error(opened.problem);
    const { close } = opened.value;
    const store: Store<Database> = {
      ...opened.value,
      close: async () => {
        if (open.delete(store)) await close();
      },
    };
    open.add(store);
    return store;
  };
}
