import { statfs } from 'node:fs/promises';
import type { Ballast } from './ballast.ts';
import type { Engine } from './engine.ts';

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
 * Looks every so often whether there is room on the disk of a folder. While there is not, everything
 * that would write is refused with code 25006; what reads goes on. The returned function ends it.
 */
export function keepRoom(
  query: Engine<unknown>['query'],
  folder: string,
  { every = 500, ballast }: { every?: number; ballast?: Ballast | undefined } = {},
): () => Promise<void> {
  let full = false;
  const look = async () => {
    const free = await freeRoom(folder);
    const was = full;
    full = free < reserve;
    // Said again and again while it is so: a connection that was lost has forgotten it.
    if (full || was) {
      await query({ text: `set default_transaction_read_only = ${full ? 'on' : 'off'}` }, []);
    }
    await ballast?.keep(free, reserve);
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    // What fails now is tried again the next time.
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = undefined;
      });
  }, every);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Whether nothing was written because there is no room on the disk. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '25006' || error.code === '53100');
