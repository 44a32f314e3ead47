import { join } from 'node:path';
import type { Children } from '@tallystick/tools/src/process/children.ts';
import { startLogged } from './logged-process.ts';

const eventsPerSecond = 10;

/** Records made-up transfers into the database by the ledger command of a prebuilt tree, until it is stopped. */
export function simulate(
  children: Children,
  tree: string,
  databaseUrl: string,
  folder: string,
): { stop(): Promise<void> } {
  const child = startLogged(
    children,
    tree,
    ['ledger', 'simulate', '--rate', `${eventsPerSecond}`],
    { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'simulate') },
    'simulate',
  );
  return {
    stop: async () => {
      child.tell('SIGINT');
      await child.ended;
    },
  };
}
