import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Result } from '@tallystick/contract/result';
import * as v from 'valibot';

const holderSchema = v.object({
  pid: v.optional(v.number()),
  /** Its machine or container: in another one its pid means something else. */
  host: v.optional(v.string()),
});
/** The process that has a lock of a data folder, as it says itself; a hint for people. */
type LockHolder = v.InferOutput<typeof holderSchema>;

/** A lock that this process has. */
interface Lock {
  release(): void;
}
/** `holder` as a person calls it, such as `process 7`. */
type Held = { ok: false; holder: string };

/** The lock of the process that starts all servers of a data folder. */
export const startLock = 'start';

/** References to the locks that are held: the garbage collector would close the database. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock `name` of a data folder for this process, unless another process has it. The kernel holds the lock, on
 * the file `<name>.lock.db`, so it works between containers. The file is never removed. The lock ends with the
 * process, however that ends. Throws if the folder cannot be used.
 *
 * SQLite takes the lock, by a transaction that may write and never does. While the lock is held, this process must not
 * open the file in any other way: closing it would end the lock.
 */
export function takeLock(folder: string, name: string): Result<Lock, Held> {
  const note = join(folder, `${name}.lock`);
  const database = new DatabaseSync(`${note}.db`, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = memory; begin immediate');
  } catch (error) {
    database.close();
    if (isBusy(error)) return { ok: false, holder: nameOf(readHolder(note)) };
    throw error;
  }
  held.add(database);
  writeNote(note);
  const release = () => {
    if (!held.delete(database)) return;
    rmSync(note, { force: true });
    database.close();
  };
  return { ok: true, value: { release } };
}

const sqliteBusy = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;

function writeNote(note: string): void {
  const holder: LockHolder = { pid: process.pid, host: hostname() };
  try {
    writeFileSync(note, JSON.stringify(holder));
  } catch {
    // On a full disk the note is missing; the lock holds all the same.
  }
}

function nameOf({ pid, host }: LockHolder): string {
  if (pid === undefined) return 'another process';
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}

function readHolder(note: string): LockHolder {
  try {
    return v.parse(holderSchema, JSON.parse(readFileSync(note, 'utf8')));
  } catch {
    return {};
  }
}
