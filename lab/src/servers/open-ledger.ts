import { join } from 'node:path';
import { openStore, type Store } from '@tallystick/backend/src/store/store.ts';

/** Opens the ledger's store; throws where that cannot be done. */
export async function openLedger(variables: Parameters<typeof openStore>[0]): Promise<Store> {
  const opened = await openStore(variables);
  if (!opened.ok) throw new Error(opened.problem);
  return opened.value;
}

/** Answers what opens stores with all tables and no rows, each in a folder of its own below `folder`. */
export function freshStores(folder: string): () => Promise<Store> {
  let opened = 0;
  return () => {
    opened += 1;
    return openLedger({ DATA_DIR: join(folder, `store-${opened}`) });
  };
}
