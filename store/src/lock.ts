import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';

const holderSchema = v.object({
  pid: v.optional(v.number()),
  /** Its machine or container: in another one its pid and port mean something else. */
  host: v.optional(v.string()),
  /** Where its service listens, if it runs one. */
  port: v.optional(v.number()),
});
/** The process that has the embedded store of a data folder, as it says itself; a hint for people. */
export type LockHolder = v.InferOutput<typeof holderSchema>;

export interface Lock {
  /** Tells other processes where this one's service listens. */
  announce(port: number): void;
  release(): void;
}
export type LockResult = { ok: true; lock: Lock } | { ok: false; holder: LockHolder };

/** Referred to for as long as they are held: a database that is collected as garbage is closed. */
const held = new Set<DatabaseSync>();

/**
 * Takes the embedded store `name` of a data folder for this process, unless another process has it,
 * in whatever container: the lock is the kernel's, on the file `<name>.lock.db`, which is never
 * removed. It ends with the process, however that ends. Throws if the folder cannot be used.
 *
 * SQLite takes it: a transaction that may write and never does. While it is held, this process must
 * not open that file in any other way: to close it again would end the lock.
 */
export function takeLock(folder: string, name: string): LockResult {
  const note = join(folder, `${name}.lock`);
  const database = new DatabaseSync(`${note}.db`, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = memory; begin immediate');
  } catch (error) {
    database.close();
    if (isBusy(error)) return { ok: false, holder: readHolder(note) };
    throw error;
  }
  held.add(database);
  writeNote(note);
  return {
    ok: true,
    lock: {
      announce: (port) => writeNote(note, port),
      release: () => {
        if (!held.delete(database)) return;
        rmSync(note, { force: true });
        database.close();
      },
    },
  };
}

const sqliteBusy = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;

/** Versions before the kernel's lock take this file for the lock, and look for `started`. */
function writeNote(note: string, port?: number): void {
  const holder: LockHolder = { pid: process.pid, host: hostname(), port };
  try {
    writeFileSync(note, JSON.stringify({ ...holder, started: null }));
  } catch {
    // On a full disk the note is missing; the lock holds all the same.
  }
}

function readHolder(note: string): LockHolder {
  try {
    return v.parse(holderSchema, JSON.parse(readFileSync(note, 'utf8')));
  } catch {
    return {};
  }
}
