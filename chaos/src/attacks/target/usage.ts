import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { processesOf } from '@tallystick/e2e/src/house/processes.ts';
import type { Target } from './target.ts';

const run = promisify(execFile);

/** A server of a target, as a process. */
export interface Server {
  name: 'site' | 'ledger';
  pid: number;
}

/** The servers that run now. */
export async function serversOf({ servers }: Pick<Target, 'servers'>): Promise<Server[]> {
  const found = await processesOf({ dataDir: servers.environment.DATA_DIR ?? '' });
  return found.flatMap(({ pid, command }): Server[] => {
    if (command.includes('releases/site/src/main.ts')) return [{ name: 'site', pid }];
    return command.includes('backend/src/main.ts') ? [{ name: 'ledger', pid }] : [];
  });
}

/** Megabytes that servers have in memory; what has ended has none. */
export async function memoryOf(servers: readonly Server[]): Promise<number> {
  let sum = 0;
  for (const { pid } of servers) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    sum += Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
  }
  return sum;
}

/** Megabytes of the target's files and logs. */
export async function diskOf({ dataDir, logDir }: Pick<Target, 'dataDir' | 'logDir'>) {
  let sum = 0;
  for (const folder of [dataDir, logDir]) {
    // A file may go while it is counted: then `du` complains, and tells the rest.
    const { stdout } = await run('du', ['-sb', folder]).catch((error: unknown) =>
      typeof error === 'object' && error !== null && 'stdout' in error
        ? { stdout: String(error.stdout) }
        : { stdout: '0' },
    );
    sum += Number.parseInt(stdout, 10) / 1_048_576;
  }
  return sum;
}
