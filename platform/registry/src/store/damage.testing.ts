import { fileOf, flipBit } from '@tallystick/store/damage.testing';
import { openStore, type Store } from '@tallystick/store/store';
import { definitionWith } from './definition.ts';
import type { Database } from './schema.ts';

/** Does something to the tables of a registry in a data folder that nobody has open. */
export async function inStore<T>(
  dataFolder: string,
  act: (store: Store<Database>) => Promise<T>,
): Promise<T> {
  const place = { DATA_DIR: dataFolder, DATABASE_URL: undefined };
  const opened = await openStore<Database>(definitionWith([]), place);
  if (!opened.ok) throw new Error(opened.problem);
  try {
    return await act(opened.value);
  } finally {
    await opened.value.close();
  }
}

/** Turns a bit of a table's file around, of a registry in a data folder that nobody has open. */
export async function damageTable(dataFolder: string, table: string): Promise<void> {
  await flipBit(dataFolder, await inStore(dataFolder, ({ query }) => fileOf(query, table)));
}
