import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

const eventsPerSecond = 10;

/** Records made-up transfers into the database by the ledger command of a prebuilt tree, until it is stopped. */
export function simulate(
  tree: string,
  databaseUrl: string,
  folder: string,
): { stop(): Promise<void> } {
  const log = openSync(join(folder, 'simulate.log'), 'a');
  const child = spawn(
    process.execPath,
    ['tallystick.js', 'ledger', 'simulate', '--rate', `${eventsPerSecond}`],
    {
      cwd: tree,
      env: { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'simulate') },
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  const ended = once(child, 'exit');
  return {
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}
