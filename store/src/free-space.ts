import { statfs } from 'node:fs/promises';
import type { Ballast } from './ballast.ts';
import type { Engine } from './engine.ts';
import { repeat } from './repeat.ts';

/**
 * Bytes of the disk that a store leaves alone: PostgreSQL does not survive that its log finds no
 * room, and it writes some files of 16 MB at once.
 */
export const reserve = 96 * 1_048_576;

/** Bytes that may still be written to the disk of a folder. */
export async function freeRoom(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Checks twice a second whether there is room on the disk of a folder. While there is not, everything
 * that would write is refused with code 25006; reads go on. The returned function ends it.
 */
export function keepRoom(
  query: Engine<unknown>['query'],
  folder: string,
  ballast: Ballast | undefined,
): () => Promise<void> {
  let full = false;
  return repeat(500, async () => {
    const free = await freeRoom(folder);
    const was = full;
    full = free < reserve;
    // Repeated while the disk is full: a connection that was opened anew does not have the setting.
    if (full || was) {
      await query({ text: `set default_transaction_read_only = ${full ? 'on' : 'off'}` }, []);
    }
    await ballast?.keep(free, reserve);
  });
}

/** Whether nothing was written because there is no room on the disk. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '25006' || error.code === '53100');
