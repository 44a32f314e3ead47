import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFiles } from './copy-files.testing.ts';
import { startWorker, stopWorker } from './pglite-thread.ts';

declare global {
  /** Where the files of an empty PGlite are. Each package's setup has modules of its own. */
  var emptyPglite: Promise<string> | undefined;
}

/** Puts the files of an empty PGlite into a new folder. To make them takes seconds: once a process. */
export async function putEmptyPglite(folder: string): Promise<void> {
  globalThis.emptyPglite ??= makeFiles();
  copyFiles(await globalThis.emptyPglite, folder);
}

async function makeFiles(): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'tallystick-empty-'));
  process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'pglite');
  await stopWorker(await startWorker(folder));
  // It fills all of them with zeros each time it opens: half of that time with the usual 128 MB.
  appendFileSync(join(folder, 'postgresql.conf'), 'shared_buffers = 8MB\n');
  return folder;
}
