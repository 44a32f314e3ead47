import { open, rm, stat } from 'node:fs/promises';

const megabyte = 1_048_576;
/** Free space that a small change needs: two files of the database's log. */
const minFree = 32 * megabyte;
/** Of the file: enough for that and for some hundred small changes. */
const size = 48 * megabyte;
/** With more free space than this the file is not needed yet. */
const scarce = 1_024 * megabyte;

export type Ballast = ReturnType<typeof openBallast>;

/** A file that only reserves disk space, which is given back when the disk is full. */
export function openBallast(file: string) {
  return {
    /** Writes the file, if there is enough space: of `free` bytes `reserve` are left alone. */
    keep: async (free: number, reserve: number) => {
      if (free > scarce || free < reserve + 2 * size) return;
      if ((await stat(file).catch(() => null))?.size === size) return;
      const handle = await open(file, 'w', 0o600);
      try {
        // Written byte by byte: a sparse file would take no space.
        for (let at = 0; at < size; at += megabyte) await handle.write(Buffer.alloc(megabyte));
      } finally {
        await handle.close();
      }
    },
    /** Removes the file, if the disk has too little space for a small change; whether it has enough now. */
    give: async (free: number) => {
      if (free >= minFree) return true;
      const given = (await stat(file).catch(() => null))?.size ?? 0;
      await rm(file, { force: true });
      return free + given >= minFree;
    },
  };
}
