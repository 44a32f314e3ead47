import { statfs } from 'node:fs/promises';
import type { Ballast } from './ballast.ts';
import type { Engine } from './engine.ts';
import { codeOf } from './error-code.ts';
import { repeat } from './repeat.ts';

/**
 * Bytes of the disk that a store leaves alone: PostgreSQL does not survive that its log finds no
 * free space, and it writes some files of 16 MB at once.
 */
export const reserve = 96 * 1_048_576;

/** Stores of this process whose disk has no free space. */
let fullDisks = 0;

/** Bytes that may still be written to the disk of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Checks twice a second whether the disk of a folder has free space. While it has not, everything
 * that would write is refused with code 25006; reads go on. The returned function ends it.
 */
export function watchFreeSpace(
  query: Engine<unknown>['query'],
  folder: string,
  ballast: Ballast | undefined,
): () => Promise<void> {
  let full = false;
  const end = repeat(500, async () => {
    const free = await freeSpace(folder);
    const was = full;
    full = free < reserve;
    fullDisks += Number(full) - Number(was);
    // Repeated while the disk is full: a connection that was opened anew does not have the setting.
    if (full || was) {
      await query({ text: `set default_transaction_read_only = ${full ? 'on' : 'off'}` }, []);
    }
    await ballast?.keep(free, reserve);
  });
  return async () => {
    await end();
    fullDisks -= Number(full);
  };
}

/** Whether nothing was written because the disk has no free space. A standby refuses by the code 25006, too. */
export const isFull = (error: unknown): boolean =>
  codeOf(error) === '53100' || (fullDisks > 0 && codeOf(error) === '25006');
