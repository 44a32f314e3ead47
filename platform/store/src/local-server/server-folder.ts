import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseFolder } from '@tallystick/settings/data-folder';
import { codeOf } from '../error-code.ts';

/** Looks after each of which one waits so many milliseconds: what a server has may end within half a minute. */
export const looks = { count: 1_200, pauseMs: 25 };

/** Below DATA_DIR: all of its server. */
export const serverFolder = (dataFolder: string): string =>
  join(resolve(dataFolder), databaseFolder);

/** Resolves when the server of a data folder has ended after its last user, or does not within half a minute. */
export async function untilEnded(dataFolder: string): Promise<void> {
  const note = join(serverFolder(dataFolder), 'data', 'postmaster.pid');
  for (let look = 0; look < looks.count && runs(note); look += 1) await wait(looks.pauseMs);
}

/** Whether the server lives that has left a note; one that was killed leaves its note behind. */
function runs(note: string): boolean {
  if (!existsSync(note)) return false;
  try {
    process.kill(Number.parseInt(readFileSync(note, 'utf8'), 10), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
