import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { copyFiles } from './copy-files.testing.ts';
import { startWorker, stopWorker } from './pglite-thread.ts';

declare global {
  /** Where the files of an empty PGlite are. Each package's setup has modules of its own. */
  var emptyPglite: Promise<string> | undefined;
}

/** Puts the files of an empty PGlite into a new folder. To make them takes ten seconds of a processor: once for all runs. */
export async function putEmptyPglite(folder: string): Promise<void> {
  globalThis.emptyPglite ??= keptFiles();
  copyFiles(await globalThis.emptyPglite, folder);
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/empty-pglite');

async function keptFiles(): Promise<string> {
  const kept = join(cache, madeBy());
  if (existsSync(kept)) return kept;
  mkdirSync(cache, { recursive: true });
  // What earlier words have made; a name with a dot is a draft of another run.
  for (const name of readdirSync(cache)) {
    if (!name.includes('.')) rmSync(join(cache, name), { recursive: true, force: true });
  }
  const draft = `${kept}.${process.pid}`;
  process.once('exit', () => rmSync(draft, { recursive: true, force: true }));
  await stopWorker(await startWorker(draft));
  // It fills all of them with zeros each time it opens: half of that time with the usual 128 MB.
  appendFileSync(join(draft, 'postgresql.conf'), 'shared_buffers = 8MB\n');
  // Another run may have been first.
  if (!existsSync(kept)) renameSync(draft, kept);
  return kept;
}

/** The version of PGlite, which stands in its path, and the words that make the files, as a name. */
function madeBy(): string {
  const hash = createHash('sha256').update(
    createRequire(import.meta.url).resolve('@electric-sql/pglite'),
  );
  for (const file of ['pglite-worker.ts', 'empty-pglite.testing.ts']) {
    hash.update(readFileSync(join(import.meta.dirname, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
