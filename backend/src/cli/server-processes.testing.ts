import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolder } from '@tallystick/store/server-folder';

/** The processes of a data folder's own server that runs, by what Linux says of them. */
export interface ServerProcesses {
  /** The shell that starts PostgreSQL again. */
  supervisor: number;
  postgres: number;
  /** PostgreSQL has other processes, too: one for each connection, and some more. */
  others: number[];
}

export function serverProcesses(dataFolder: string): ServerProcesses {
  const file = join(serverFolder(dataFolder), 'data', 'postmaster.pid');
  const postgres = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  const status = readFileSync(`/proc/${postgres}/status`, 'utf8');
  const children = readFileSync(`/proc/${postgres}/task/${postgres}/children`, 'utf8');
  return {
    supervisor: Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]),
    postgres,
    others: children.trim().split(' ').map(Number),
  };
}
