import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from './environment.ts';

/** Below a data folder: its database, whose server may run as another user and sees to its files itself. */
export const databaseFolder = 'database';

/** What a group or other users of the machine may do. */
const others = 0o077;
/**
 * Of a folder: to go through it to what they may open. Where this is root, the data folder's own server is of another
 * user, who has to get to its files; it keeps all of them for that user alone.
 */
const search = 0o011;

/**
 * Before a process writes anything to the data folder: from now on all that it makes, and what it
 * starts, is for its user alone. Makes the folder if it is not there; refuses that of another user.
 * `problem` is one line for a person.
 */
export function openDataFolder(folder: string): { ok: true } | { ok: false; problem: string } {
  process.umask(others);
  try {
    makeFolder(folder);
    const { uid } = statSync(folder);
    const own = process.getuid?.() ?? uid;
    if (uid === own) return { ok: true };
    const problem = `DATA_DIR=${folder} belongs to another user (${uid}, this is ${own}), who could read and change what is kept. Start as that user, or: chown -R ${own} ${folder}`;
    return { ok: false, problem };
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return { ok: false, problem: `DATA_DIR=${folder} cannot be used: ${reason}` };
  }
}

/**
 * Makes a folder and those above it that are not there. Node's own `recursive` never returns where the system says
 * ENOENT of a folder whose parent is there, as in /proc. Throws as `mkdirSync` does.
 */
export function makeFolder(folder: string): void {
  const above = dirname(folder);
  if (!existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Takes from the group and from other users what they may do with a folder and all below it, and
 * answers how many files and folders it has changed. What another process removes meanwhile is left
 * out. Throws if one belongs to another user.
 */
export function closeToOthers(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !(stats.isDirectory() || stats.isFile())) return 0;
  const open = (stats.mode & others) !== 0;
  try {
    if (open) chmodSync(path, stats.mode & 0o700);
    const names = stats.isDirectory() ? readdirSync(path) : [];
    return names.reduce((sum, name) => sum + closeToOthers(join(path, name)), open ? 1 : 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** File systems over a network or from a host outside, as Linux numbers them (`man 2 statfs`). */
const remote: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'SMB',
  4266872130: 'SMB',
  16914839: '9p',
  1702057286: 'FUSE',
  12805120: 'Ceph',
  198183888: 'Lustre',
  1397113167: 'AFS',
};

/** Why a database on a file system of this type is not sure to be one server's alone; or undefined. */
export function lockDoubt(type: number): string | undefined {
  const name = remote[type];
  if (name === undefined) return undefined;
  return `DATA_DIR is on ${name}: a database there is not safe. What keeps a second server out holds on one machine, and between machines only if that file system's server keeps locks. Choose a disk of this machine, or name a server by DATABASE_URL.`;
}

/** Closes the data folder, but for its database, to other users, and answers lines for the log. Throws as `closeToOthers` does. */
export function settleDataFolder({
  DATA_DIR: folder,
  DATABASE_URL,
}: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>): string[] {
  const { mode } = statSync(folder);
  const isOpen = (mode & others & ~search) !== 0;
  if (isOpen) chmodSync(folder, mode & (0o700 | search));
  const names = readdirSync(folder).filter((name) => name !== databaseFolder);
  const closed = names.reduce(
    (sum, name) => sum + closeToOthers(join(folder, name)),
    isOpen ? 1 : 0,
  );
  const doubt = DATABASE_URL === undefined ? lockDoubt(statfsSync(folder).type) : undefined;
  const opened = `Other users of this machine could open ${closed} files and folders in ${folder}: no more.`;
  return [closed > 0 ? opened : undefined, doubt].filter((line) => line !== undefined);
}
