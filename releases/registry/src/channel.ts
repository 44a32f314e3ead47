import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { appNameSchema, buildIdSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';

const revisionSchema = v.object({
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The build of each app, by its name. */
  builds: v.record(appNameSchema, buildIdSchema),
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: v.string(),
  reason: v.string(),
});
/** One numbered, immutable state of a channel. */
export type Revision = v.InferOutput<typeof revisionSchema>;

export type AppendResult =
  | { ok: true; revision: Revision }
  | { ok: false; code: 'moved' | 'busy'; problem: string };

/** A line of revisions. Nothing is overwritten: a rollback is one more revision. */
export interface Channel {
  readonly name: string;
  /** The newest revision, or null before the first. */
  current(): Promise<Revision | null>;
  /**
   * Appends a revision if the newest one is still `expected` (0 before the first); otherwise
   * answers `moved`. `busy`: another process held the channel for ten seconds.
   */
  append(expected: number, next: Omit<Revision, 'revision' | 'at'>): Promise<AppendResult>;
}

/** Opens a channel kept as one line of JSON a revision below `dataFolder`. */
export function openChannel(dataFolder: string, name: string): Channel {
  const folder = join(dataFolder, 'registry', 'channels');
  const file = join(folder, `${name}.ndjson`);
  const lockFile = `${file}.lock`;

  async function current(): Promise<Revision | null> {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (isErrno(error, 'ENOENT')) return '';
      throw error;
    });
    // A line without its end was cut off by a crash and never acknowledged.
    const lines = text.slice(0, text.lastIndexOf('\n') + 1).trimEnd();
    const last = lines.slice(lines.lastIndexOf('\n') + 1);
    return last === '' ? null : v.parse(revisionSchema, JSON.parse(last));
  }

  async function append(
    expected: number,
    next: Omit<Revision, 'revision' | 'at'>,
  ): Promise<AppendResult> {
    await mkdir(folder, { recursive: true });
    if (!(await lock(lockFile))) {
      return { ok: false, code: 'busy', problem: `channel ${name} is held by ${lockFile}` };
    }
    try {
      const newest = (await current())?.revision ?? 0;
      if (newest !== expected) {
        return { ok: false, code: 'moved', problem: `channel ${name} is at revision ${newest}` };
      }
      const revision = { ...next, revision: newest + 1, at: new Date().toISOString() };
      await appendLine(file, JSON.stringify(revision));
      return { ok: true, revision };
    } finally {
      await rm(lockFile, { force: true });
    }
  }

  return { name, current, append };
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function lock(file: string): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      return true;
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
      if (await isAbandoned(file)) await rm(file, { force: true });
      else await wait(50);
    }
  }
  return false;
}

async function isAbandoned(file: string): Promise<boolean> {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return isErrno(error, 'ESRCH');
  }
}

/** Appends after the last whole line, cutting off what a crash may have left behind it. */
async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+');
  try {
    const text = await handle.readFile('utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) await handle.truncate(Buffer.byteLength(whole));
    await handle.appendFile(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
