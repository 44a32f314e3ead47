import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const holderSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** When the process started, as its system tells; a pid alone may be given to another process. */
  started: v.nullable(v.string()),
  /** Where its service listens, if it runs one. */
  port: v.optional(v.number()),
});
/** The process that holds the embedded store of a data folder. */
export type LockHolder = v.InferOutput<typeof holderSchema>;

export interface Lock {
  /** Tells other processes where this one's service listens. */
  announce(port: number): void;
  release(): void;
}
export type LockResult = { ok: true; lock: Lock } | { ok: false; holder: LockHolder };

const held = new Set<string>();
const lockPath = (folder: string, name: string) => join(folder, `${name}.lock`);

/**
 * Takes the embedded store `name` of a data folder for this process, or says which living process
 * holds it. A lock whose process has ended is taken over.
 */
export function takeLock(folder: string, name: string): LockResult {
  const path = lockPath(folder, name);
  const own: LockHolder = { pid: process.pid, started: startOf(process.pid) };
  for (;;) {
    if (!held.has(path) && create(path, own)) break;
    const text = read(path);
    if (text === undefined) continue;
    const holder = parse(text);
    if (holder && isAlive(holder, path)) return { ok: false, holder };
    removeStale(path, text);
  }
  held.add(path);
  return {
    ok: true,
    lock: {
      announce: (port) => renameSync(draft(path, { ...own, port }), path),
      release: () => {
        if (held.delete(path)) rmSync(path, { force: true });
      },
    },
  };
}

/** The living process that holds the embedded store `name` of a data folder, if there is one. */
export function lockHolder(folder: string, name: string): LockHolder | undefined {
  const path = lockPath(folder, name);
  const holder = parse(read(path) ?? '');
  return holder && isAlive(holder, path) ? holder : undefined;
}

/** Written whole under another name, then linked: nobody ever reads half a lock. */
function create(path: string, holder: LockHolder): boolean {
  const written = draft(path, holder);
  try {
    linkSync(written, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(written, { force: true });
  }
}

function draft(path: string, holder: LockHolder): string {
  const written = `${path}.${randomUUID()}`;
  writeFileSync(written, JSON.stringify(holder));
  return written;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Moves the lock away before it is deleted: another process may have taken it over just now. */
function removeStale(path: string, text: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (read(aside) === text) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

function parse(text: string): LockHolder | undefined {
  try {
    const result = v.safeParse(holderSchema, JSON.parse(text));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(holder: LockHolder, path: string): boolean {
  if (holder.pid === process.pid) return held.has(path);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  return holder.started === null || holder.started === startOf(holder.pid);
}

/**
 * When a process started, as Linux tells (fields 3 and 22 of its stat); null if it has ended, even
 * if nobody has asked for its exit code yet, and on other systems.
 */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${fields[18]}`;
  } catch {
    return null;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
