import { open, rm, stat } from 'node:fs/promises';

const megabyte = 1_048_576;
/** Free space that a small change needs: two files of the database's log. */
const minFree = 32 * megabyte;
/** Of the file: enough for that and for some hundred small changes. */
const size = 48 * megabyte;
/** With more free space than this the file is not needed yet. */
const scarce = 1_024 * megabyte;

/** A file of no use but its size: it takes room from the disk that can be given back when none is left. */
export interface Ballast {
  /** Takes room while there is some: `free` bytes, of which `reserve` are left alone. */
  keep(free: number, reserve: number): Promise<void>;
  /** Gives it back, if the disk has too little for a small change; whether it has enough now. */
  give(free: number): Promise<boolean>;
}

export function openBallast(file: string): Ballast {
  return {
    keep: async (free, reserve) => {
      if (free > scarce || free < reserve + 2 * size) return;
      if ((await stat(file).catch(() => null))?.size === size) return;
      const handle = await open(file, 'w', 0o600);
      try {
        // Written, since a file with holes takes no room.
        for (let at = 0; at < size; at += megabyte) await handle.write(Buffer.alloc(megabyte));
      } finally {
        await handle.close();
      }
    },
    give: async (free) => {
      if (free >= minFree) return true;
      const given = (await stat(file).catch(() => null))?.size ?? 0;
      await rm(file, { force: true });
      return free + given >= minFree;
    },
  };
}
