import { once } from 'node:events';
import { join } from 'node:path';
import { startLogged } from './logged-process.ts';

const eventsPerSecond = 10;

/** Records made-up transfers into the database by the ledger command of a prebuilt tree, until it is stopped. */
export function simulate(
  tree: string,
  databaseUrl: string,
  folder: string,
): { stop(): Promise<void> } {
  const child = startLogged(
    tree,
    ['ledger', 'simulate', '--rate', `${eventsPerSecond}`],
    { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'simulate') },
    join(folder, 'simulate.log'),
  );
  const ended = once(child, 'exit');
  return {
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}
