import { join } from 'node:path';
import { fileOf, flipBit } from '@tallystick/store/damage.testing';
import { openStore, type Store } from '@tallystick/store/store';
import { releaseStore } from './definition.ts';
import type { Database } from './schema.ts';

/** Where a registry is kept; what runs beside it is of no concern here. */
interface Place {
  DATA_DIR: string;
  DATABASE_URL: string | undefined;
}

/** Does something to the tables of a registry that nobody has open. */
export async function inStore<T>(
  place: Place,
  act: (store: Store<Database>) => Promise<T>,
): Promise<T> {
  const opened = await openStore<Database>(releaseStore, place);
  if (!opened.ok) throw new Error(opened.problem);
  try {
    return await act(opened.store);
  } finally {
    await opened.store.close();
  }
}

/**
 * Turns a bit of a table's file around, of a registry that nobody has open.
 * @param server the PostgreSQL that has it, which is stopped meanwhile; absent: PGlite
 */
export async function damageTable(
  place: Place,
  table: string,
  server?: { stop(): Promise<void>; start(): Promise<void> },
): Promise<void> {
  const { path, folder } = await inStore(place, async ({ query }) => {
    const text = `select current_setting('data_directory') as folder`;
    const [row] = await query<{ folder: string }>({ text }, []);
    return { path: await fileOf(query, table), folder: row?.folder ?? '' };
  });
  await server?.stop();
  await flipBit(server === undefined ? join(place.DATA_DIR, 'releases') : folder, path);
  await server?.start();
}
