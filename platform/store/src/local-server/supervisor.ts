import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../error-code.ts';
import { complaintOf } from './complaint.ts';
import { findPrograms } from './programs.ts';
import { looks } from './server-folder.ts';

const supervisor = fileURLToPath(new URL('./supervise.sh', import.meta.url));
/** The supervisor's exit code if another server has the lock. */
const isLocked = 75;

/**
 * Becomes a user of the server in a folder, by a file that is open until this process ends; starts the server if
 * nobody has. Rejects with one line for a person.
 */
export async function enter(folder: string, socketFolder: string): Promise<number> {
  for (let look = 0; look < looks.count; look += 1) {
    const user = openUsers(folder) ?? (await startSupervisor(folder, socketFolder));
    if (user !== undefined) return user;
    await wait(looks.pauseMs);
  }
  throw new Error(
    `Another server has the files in ${folder}, on a machine or in a container that cannot be seen from here: end it first.`,
  );
}

/** Whether anybody keeps a server in a folder. */
export function isSupervised(folder: string): boolean {
  const user = openUsers(folder);
  if (user !== undefined) closeSync(user);
  return user !== undefined;
}

/** Undefined: nobody reads there, so no server is kept. */
function openUsers(folder: string): number | undefined {
  try {
    return openSync(join(folder, 'users'), constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (['ENXIO', 'ENOENT'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** A user of the server that was started; undefined if another one is kept, or still ends. */
async function startSupervisor(folder: string, socketFolder: string): Promise<number | undefined> {
  const programs = findPrograms();
  if (programs === undefined) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} ${process.arch} beside this program: name a server by DATABASE_URL.`,
    );
  }
  // The supervisor has a session of its own, so that Ctrl-C ends only the processes that use it.
  const child = spawn('sh', [supervisor, folder, programs, socketFolder], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  // Collects what it prints until it has a log.
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part) => {
    said += part;
  });
  const ended = once(child, 'close').then(([code]) => (code === isLocked ? isLocked : 'failed'));
  try {
    for (;;) {
      const user = openUsers(folder);
      if (user !== undefined) return user;
      const end = await Promise.race([ended, wait(looks.pauseMs, undefined)]);
      if (end === isLocked) return undefined;
      if (end === 'failed') throw new Error(complaintOf(folder, said));
    }
  } finally {
    child.stdin.end();
    child.unref();
    ended.catch(() => {});
  }
}
