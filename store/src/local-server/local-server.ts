import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { databaseFolder, makeFolder } from '@tallystick/shared/environment/data-folder';
import pg from 'pg';
import { codeOf, lineOf } from '../error-code.ts';
import { isUnreachable } from '../unreachable.ts';
import { earlierFiles } from './earlier-files.ts';
import { findPrograms } from './programs.ts';
import { shortWayTo } from './socket-folder.ts';

const keeper = fileURLToPath(new URL('./keeper.sh', import.meta.url));
/** The keeper's exit code if another server has the lock. */
const isLocked = 75;
/** Looks after each of which one waits so many milliseconds: what another server has may end within ten seconds. */
const looks = { count: 400, pauseMs: 25 };

/** The PostgreSQL server of a data folder, which runs for as long as anybody uses it. */
export interface LocalServer {
  /** As DATABASE_URL names a server. */
  url: string;
  /** Starts it again if all of it has ended; what is lost of it alone comes back by itself. */
  revive(): Promise<void>;
  /** It ends after its last user. */
  release(): void;
}

/** Below DATA_DIR: all of its server. */
export const serverFolder = (dataFolder: string): string =>
  join(resolve(dataFolder), databaseFolder);

/** Whether a data folder has a database, if only one that is not for this program. */
export const hasDatabase = (dataFolder: string): boolean =>
  existsSync(join(serverFolder(dataFolder), 'data')) ||
  earlierFiles(dataFolder, serverFolder(dataFolder)) !== undefined;

/**
 * Uses the PostgreSQL server of a data folder, which all processes share: it is started by who comes first, and ends
 * by itself after the last one, also after one that was killed. Makes its files if there are none. Resolves when it
 * answers; rejects with one line for a person.
 */
export async function openLocalServer(dataFolder: string): Promise<LocalServer> {
  const folder = serverFolder(dataFolder);
  const problem = earlierFiles(dataFolder, folder);
  if (problem !== undefined) throw new Error(problem);
  const socketFolder = shortWayTo(join(folder, 'socket'));
  const url = `postgres://tallystick@localhost/tallystick?host=${encodeURIComponent(socketFolder)}`;
  makeFolder(folder);
  let user: number | undefined = await enter(folder, socketFolder);
  const release = () => {
    if (user !== undefined) closeSync(user);
    user = undefined;
  };
  try {
    await answers(url, folder);
  } catch (error) {
    release();
    throw error;
  }
  return {
    url,
    release,
    revive: async () => {
      if (user === undefined || isKept(folder)) return;
      const again = await enter(folder, socketFolder);
      release();
      user = again;
    },
  };
}

/** Resolves when the server of a data folder has ended after its last user, or does not within some ten seconds. */
export async function untilEnded(dataFolder: string): Promise<void> {
  const folder = serverFolder(dataFolder);
  const note = join(folder, 'data', 'postmaster.pid');
  for (let look = 0; look < looks.count && existsSync(note); look += 1) await wait(looks.pauseMs);
}

/** Becomes a user of the server, by a file that is open until this process ends; starts it if nobody has. */
async function enter(folder: string, socketFolder: string): Promise<number> {
  for (let look = 0; look < looks.count; look += 1) {
    const user = openUsers(folder);
    if (user !== undefined) return user;
    const started = await startKeeper(folder, socketFolder);
    if (started !== undefined) return started;
    await wait(looks.pauseMs);
  }
  throw new Error(
    `Another server has the files in ${folder}, on a machine or in a container that cannot be seen from here: end it first.`,
  );
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

function isKept(folder: string): boolean {
  const user = openUsers(folder);
  if (user !== undefined) closeSync(user);
  return user !== undefined;
}

/** A user of the server that was started; undefined if another one is kept, or still ends. */
async function startKeeper(folder: string, socketFolder: string): Promise<number | undefined> {
  const programs = findPrograms();
  if (programs === undefined) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} ${process.arch} beside this program: name a server by DATABASE_URL.`,
    );
  }
  // Of a session of its own: Ctrl-C is for those who use it.
  const child = spawn('sh', [keeper, folder, programs, socketFolder], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(child, 'exit').then(([code]) => (code === isLocked ? isLocked : 'failed'));
  try {
    for (;;) {
      const user = openUsers(folder);
      if (user !== undefined) return user;
      const end = await Promise.race([ended, wait(looks.pauseMs, undefined)]);
      if (end === isLocked) return undefined;
      if (end === 'failed') throw new Error(whatItSaid(folder));
    }
  } finally {
    child.stdin.end();
    child.unref();
  }
}

/** Resolves when the server takes connections; it may have a log to go through first. */
async function answers(url: string, folder: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'tallystick start' });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!isUnreachable(error)) throw new Error(lineOf(error));
      if (!isKept(folder)) throw new Error(whatItSaid(folder));
    } finally {
      await client.end().catch(() => {});
    }
    await wait(looks.pauseMs);
  }
}

/** The last thing that the server has complained of, in one line. */
function whatItSaid(folder: string): string {
  const log = join(folder, 'log');
  const lines = (() => {
    try {
      return readFileSync(log, 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  })();
  const complaint = lines.findLast((line) =>
    /\b(FATAL|PANIC|error|cannot|could not)\b/i.test(line),
  );
  const said = (complaint ?? lines.at(-1) ?? 'it said nothing').replace(
    /^.*?(?:FATAL|PANIC|error): +/,
    '',
  );
  return `The database server did not start: ${said} (all that it said: ${log})`;
}
