import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { secret, writeWhole } from '@tallystick/settings/write-whole';
import { codeOf } from '@tallystick/store/error-code';
import * as v from 'valibot';
import type { Head } from './walk.ts';

const headSchema = v.object({ sequence: v.number(), hash: v.string() });

export type HeadFile = NonNullable<Awaited<ReturnType<typeof openHeadFile>>>;

const nameOf = (folder: string) => join(folder, 'release-audit.head');

/**
 * The head of the longest chain that was seen from a data folder, beside the key and not in the database.
 * Null if there is one that cannot be read.
 */
export async function openHeadFile(folder: string) {
  const file = nameOf(folder);
  const head = await readHead(file);
  if (head === undefined) return null;
  let newest = head;
  let writing: Promise<void> = Promise.resolve();

  async function write({ sequence, hash }: Head): Promise<void> {
    await writeWhole(file, `${JSON.stringify({ sequence, hash })}\n`, secret).catch(() => {});
  }
  return {
    /** As it was when the file was read; null: there is none. */
    head,
    /** Writes a head that is further; what cannot be written now is written with the next. */
    note: (noted: Head): void => {
      newest = noted;
      writing = writing.then(() => (noted === newest ? write(noted) : undefined));
    },
    /** Resolves when the last one is written. */
    close: (): Promise<void> => writing,
  };
}

/** Forgets the head: what the database has now is taken for the whole. */
export async function forgetHead(folder: string): Promise<void> {
  await rm(nameOf(folder), { force: true });
}

/** Null: there is none; undefined: what is there cannot be read. */
async function readHead(file: string): Promise<Head | null | undefined> {
  try {
    return v.parse(headSchema, JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : undefined;
  }
}
