import { cpSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { closeToOthers } from '@tallystick/shared/environment/data-folder';
import { startWorker, stopWorker } from './pglite-thread.ts';

/**
 * Makes the files of an empty PGlite, which takes seconds, in folders that are not there yet: once, and the
 * others are copies. Under another name first: a process that is killed meanwhile leaves no half of a database.
 */
export async function createFiles(folder: string, ...alike: readonly string[]): Promise<void> {
  const draft = draftOf(folder);
  await rm(draft, { recursive: true, force: true });
  await stopWorker(await startWorker(draft));
  for (const other of alike) {
    await rm(draftOf(other), { recursive: true, force: true });
    cpSync(draft, draftOf(other), { recursive: true });
  }
  for (const one of [...alike, folder]) {
    // initdb sets its own umask, and a copy the process's.
    closeToOthers(draftOf(one));
    await rename(draftOf(one), one);
  }
}

const draftOf = (folder: string) => `${folder}.draft`;
