import { statfs } from 'node:fs/promises';
import { codeOf } from './error-code.ts';
import { repeat } from './repeat.ts';

/**
 * Bytes of the disk that a store leaves free. PostgreSQL ends when there is no space for its log, and writes that in
 * files of 16 MB. `urgent`: what is left free by small changes, which must be possible on a full disk.
 */
export const reserve = { usual: 96 * 1_048_576, urgent: 32 * 1_048_576 };

/** Stores of this process whose disk has no free space. */
let fullDisks = 0;

/** Bytes that may still be written to the disk of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Checks twice a second whether the disk of a folder is full. */
export function watchFreeSpace(folder: string): { isFull(): boolean; end(): Promise<void> } {
  let full = false;
  const end = repeat(500, async () => {
    const was = full;
    full = (await freeSpace(folder)) < reserve.usual;
    fullDisks += Number(full) - Number(was);
  });
  return {
    isFull: () => full,
    end: async () => {
      await end();
      fullDisks -= Number(full);
      full = false;
    },
  };
}

/** Whether a write failed because the disk has no free space. Code 25006 alone does not say so, since a standby refuses writes with it too. */
export const isFull = (error: unknown): boolean =>
  codeOf(error) === '53100' || (fullDisks > 0 && codeOf(error) === '25006');
