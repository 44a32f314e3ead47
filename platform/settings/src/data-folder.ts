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
import { type Result, refused } from '@tallystick/contract/result';
import type { Environment } from './environment.ts';

/** Below a data folder: its database. Its server may run as another user, and sets the modes of its files itself. */
export const databaseFolder = 'database';

/** Mode bits of the group and of other users of the machine. */
const others = 0o077;
/**
 * Mode bits that let them traverse a folder. Where this process is root, the data folder's own server runs as another
 * user, who has to reach its files. It keeps all of them for that user alone.
 */
const search = 0o011;

/**
 * Call it before the process writes anything to the data folder. From then on, all files that the process and its
 * children make are for its user alone. Makes the folder if it is missing; refuses one of another user.
 * `problem` is one line for a person.
 */
export function openDataFolder(folder: string): Result<null> {
  process.umask(others);
  try {
    makeFolder(folder);
    const { uid } = statSync(folder);
    const own = process.getuid?.() ?? uid;
    if (uid === own) return { ok: true, value: null };
    return refused(
      `DATA_DIR=${folder} belongs to another user (${uid}, this is ${own}), who could read and change what is kept. Start as that user, or: chown -R ${own} ${folder}`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return refused(`DATA_DIR=${folder} cannot be used: ${reason}`);
  }
}

/**
 * Makes a folder and its missing parents. Node's own `recursive` never returns where the system answers ENOENT for a
 * folder whose parent exists, as in /proc. Throws as `mkdirSync` does.
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
 * Takes all rights on a folder and everything below it from the group and from other users. Answers how many
 * files and folders it has changed. What another process removes meanwhile is skipped. Throws if one
 * belongs to another user.
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

/** Why locks on a file system of this type may not keep a second database server out; or undefined. */
export function lockDoubt(type: number): string | undefined {
  const name = remote[type];
  if (name === undefined) return undefined;
  return `DATA_DIR is on ${name}: a database there is not safe. What keeps a second server out holds on one machine, and between machines only if that file system's server keeps locks. Choose a disk of this machine, or name a server by DATABASE_URL.`;
}

/** Closes the data folder, except its database, to other users. Answers lines for the log. Throws as `closeToOthers`. */
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
