import { hash } from 'node:crypto';
import { createWriteStream, existsSync, statSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf, lineOf } from '@tallystick/store/error-code';
import { syncFolder } from '@tallystick/store/sync-folder';
import { pack } from 'tar-stream';
import { type Manifest, manifestName, type Part } from './contents.ts';
import { verifyArchive } from './verify.ts';

/** An archive that is being written, part by part. */
export interface ArchiveWriter {
  /** Resolves when there is room for the next part. */
  add(name: string, bytes: Uint8Array, more?: Pick<Part, 'rows'>): Promise<void>;
}

/**
 * Writes a tar file, readable by its owner alone, whose parts `fill` adds. It gets its name when it is whole,
 * on the disk and verified; until then what was there under that name stays. Resolves to what
 * `fill` resolves to; rejects if it cannot be written.
 */
export async function writeArchive<T>(
  file: string,
  fill: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new Error(`${file} is a folder or a device: name a file.`);
  }
  const folder = dirname(file);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const draft = `${file}.${process.pid}.part`;
  await removeAbandoned(file);
  try {
    const filled = await writeDraft(file, draft, fill);
    const verified = await verifyArchive(draft);
    if (!verified.ok) throw new Error(`What was written cannot be read again: ${verified.problem}`);
    await rename(draft, file);
    await syncFolder(folder);
    return filled;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes the drafts of killed backups to this file: they hold keys. */
async function removeAbandoned(file: string): Promise<void> {
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, pid] = /^\.(\d+)\.part$/.exec(name.slice(basename(file).length)) ?? [];
    if (pid === undefined || !name.startsWith(basename(file)) || runs(Number(pid))) continue;
    await rm(join(folder, name), { force: true });
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

async function writeDraft<T>(
  file: string,
  draft: string,
  fill: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const tar = pack();
  const ending = new AbortController();
  const target = createWriteStream(draft, { flags: 'w', mode: 0o600, flush: true });
  const written = pipeline(tar, target, { signal: ending.signal });
  // A disk that is full ends the pipe while a part waits for room.
  const failed = written.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  const parts: Manifest['parts'] = {};
  const put = (name: string, bytes: Uint8Array) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => {
        const header = { name, size: bytes.length, mode: 0o600, mtime: new Date() };
        const entry = tar.entry(header, (error) => (error ? reject(error) : resolve()));
        // An entry that waits for room fails with the pipe.
        entry.on('error', reject);
        entry.end(bytes);
      }),
    ]);
  try {
    const filled = await fill({
      add: async (name, bytes, more = {}) => {
        parts[name] = { bytes: bytes.length, sha256: hash('sha256', bytes), ...more };
        await put(name, bytes);
      },
    });
    await put(manifestName, Buffer.from(JSON.stringify({ parts }, null, 1)));
    tar.finalize();
    await written;
    return filled;
  } catch (error) {
    const { errored } = target;
    ending.abort();
    await written.catch(() => {});
    throw errored === null ? error : new Error(`${file} cannot be written: ${lineOf(errored)}`);
  }
}
