import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@tallystick/backend/src/store/store.ts';
import { copyFiles } from '@tallystick/store/copy-files.testing';

/** Opens embedded stores with all tables and no rows, each in a folder of its own. */
export interface FreshStores {
  open(): Promise<Store>;
  /** Removes their folders; close them first. */
  end(): Promise<void>;
}

/** Opens the ledger's store; throws where that cannot be done. */
export async function openLedger(variables: Parameters<typeof openStore>[0]): Promise<Store> {
  const opened = await openStore(variables);
  if (!opened.ok) throw new Error(opened.problem);
  return opened.store;
}

/** Makes one store and copies its files for each that is opened. */
export async function prepareFreshStores(): Promise<FreshStores> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-bench-'));
  const template = join(folder, 'template');
  let opened = 0;
  await (await openLedger({ DATA_DIR: template })).close();
  return {
    open: async () => {
      opened += 1;
      const path = join(folder, `store-${opened}`);
      copyFiles(template, path);
      return openLedger({ DATA_DIR: path });
    },
    end: () => rm(folder, { recursive: true, force: true }),
  };
}
