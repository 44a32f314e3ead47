import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { secret, writeWhole } from '@tallystick/settings/write-whole';
import { codeOf } from '@tallystick/store/error-code';
import { type Head, headOf } from './seal.ts';

export type KeptCheckpoint = NonNullable<Awaited<ReturnType<typeof openKeptCheckpoint>>>;

/** Its name in a data folder. */
export const checkpointFile = 'release-log.checkpoint';

const placeOf = (folder: string) => join(folder, checkpointFile);

/**
 * The checkpoint of the longest log that was seen from a data folder, beside the key and not in the database.
 * Null if there is one that cannot be read.
 */
export async function openKeptCheckpoint(folder: string) {
  const file = placeOf(folder);
  const head = await readHead(file);
  if (head === undefined) return null;
  let newest = head;
  let writing: Promise<void> = Promise.resolve();

  return {
    /** As it was when the file was read; null: there is none. */
    head,
    /** Writes one that is further; what cannot be written now is written with the next. */
    note: (noted: Head): void => {
      newest = noted;
      writing = writing.then(() =>
        noted === newest ? writeWhole(file, noted.note, secret).catch(() => {}) : undefined,
      );
    },
    /** Resolves when the last one is written. */
    close: (): Promise<void> => writing,
  };
}

/** Forgets it: what the database has now is taken for the whole. */
export async function forgetCheckpoint(folder: string): Promise<void> {
  await rm(placeOf(folder), { force: true });
}

/** Null: there is none; undefined: what is there cannot be read. */
async function readHead(file: string): Promise<Head | null | undefined> {
  try {
    return headOf(await readFile(file, 'utf8')) ?? undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : undefined;
  }
}
