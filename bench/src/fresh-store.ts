import { join } from 'node:path';
import { openStore, type Store } from '@tallystick/backend/src/store/store.ts';
import { copyFiles } from '@tallystick/store/copy-files.testing';

/** Opens the ledger's store; throws where that cannot be done. */
export async function openLedger(variables: Parameters<typeof openStore>[0]): Promise<Store> {
  const opened = await openStore(variables);
  if (!opened.ok) throw new Error(opened.problem);
  return opened.store;
}

/**
 * Answers what opens embedded stores with all tables and no rows, each in a folder of its own: makes one in `folder`,
 * and copies its files for each.
 */
export async function prepareFreshStores(folder: string): Promise<() => Promise<Store>> {
  const template = join(folder, 'template');
  let opened = 0;
  await (await openLedger({ DATA_DIR: template })).close();
  return () => {
    opened += 1;
    const path = join(folder, `store-${opened}`);
    copyFiles(template, path);
    return openLedger({ DATA_DIR: path });
  };
}
