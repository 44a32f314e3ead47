import { closeSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder } from '@tallystick/settings/data-folder';
import pg from 'pg';
import { lineOf } from '../error-code.ts';
import { freeSpace, reserve } from '../free-space.ts';
import { isUnreachable } from '../unreachable.ts';
import { complaintOf } from './complaint.ts';
import { earlierFiles } from './earlier-files.ts';
import { looks, serverFolder } from './server-folder.ts';
import { shortWayTo } from './socket-folder.ts';
import { enter, isSupervised } from './supervisor.ts';

/** How often a start is tried: a server that is found running may just be ending, with its container. */
const attempts = 3;
/** Bytes that a new database takes. */
const newDatabase = 64 * 1_048_576;

/** The PostgreSQL server of a data folder, which runs for as long as anybody uses it. */
export interface LocalServer {
  /** As DATABASE_URL names a server. */
  url: string;
  /** Starts it again if all of it has ended. PostgreSQL itself restarts single processes that are lost. */
  revive(): Promise<void>;
  /** It ends after its last user. */
  release(): void;
}

const hasFiles = (folder: string): boolean => existsSync(join(folder, 'data'));

/** Whether a data folder has a database, also one that this program cannot use. */
export function hasDatabase(dataFolder: string): boolean {
  const folder = serverFolder(dataFolder);
  return hasFiles(folder) || earlierFiles(dataFolder, folder) !== undefined;
}

/**
 * Uses the PostgreSQL server of a data folder, which all processes share. The first one starts it. It ends by itself
 * after the last one, even if that was killed. Makes its files if there are none. Resolves when the server
 * answers; rejects with one line for a person.
 */
export async function openLocalServer(dataFolder: string): Promise<LocalServer> {
  const folder = serverFolder(dataFolder);
  const socketFolder = shortWayTo(join(folder, 'socket'));
  const url = `postgres://tallystick@localhost/tallystick?host=${encodeURIComponent(socketFolder)}`;
  const problem = earlierFiles(dataFolder, folder) ?? (await roomProblem(dataFolder, folder));
  if (problem !== undefined) throw new Error(problem);
  makeFolder(folder);
  let user: number | undefined;
  const release = () => {
    if (user !== undefined) closeSync(user);
    user = undefined;
  };
  for (let left = attempts; user === undefined; left -= 1) {
    user = await enter(folder, socketFolder);
    try {
      if (await answers(url, folder)) break;
    } catch (error) {
      release();
      throw error;
    }
    release();
    if (left === 1) throw new Error(complaintOf(folder, ''));
  }
  return {
    url,
    release,
    revive: async () => {
      if (user === undefined || isSupervised(folder)) return;
      const again = await enter(folder, socketFolder);
      release();
      user = again;
    },
  };
}

/** Why there is no room for a new database, or undefined. */
async function roomProblem(dataFolder: string, folder: string): Promise<string | undefined> {
  if (hasFiles(folder)) return undefined;
  makeFolder(dataFolder);
  const [free, needed] = [await freeSpace(dataFolder), newDatabase + reserve.usual];
  if (free >= needed) return undefined;
  const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576);
  return `its disk has ${megabytes(free)} MB left, and a database needs ${megabytes(needed)} MB at first. Make room, or choose another DATA_DIR.`;
}

/** Resolves with true when the server takes connections; it may have to replay its log first. False: it ended. */
async function answers(url: string, folder: string): Promise<boolean> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'tallystick start' });
    try {
      await client.connect();
      return true;
    } catch (error) {
      if (!isUnreachable(error)) throw new Error(lineOf(error));
      if (!isSupervised(folder)) return false;
    } finally {
      await client.end().catch(() => {});
    }
    await wait(looks.pauseMs);
  }
}
