import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, stat, statfs, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk of its own in memory, which can be full. */
export interface SmallDisk {
  folder: string;
  /** Lets something else fill it, but for so many megabytes. */
  fill(left: number): Promise<void>;
  /** Takes that away again. */
  empty(): Promise<void>;
  end(): Promise<void>;
}

/** Mounts a disk of so many megabytes; null where that is not allowed (it needs root, on Linux). */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  const filling = join(folder, 'filling');
  return {
    folder,
    fill: async (left) => {
      const { bavail, bsize } = await statfs(folder);
      const more = bavail * bsize - left * 1_048_576;
      // In place: a store that looked at the disk while the file is away would find room, and write again.
      if (more > 0) await appendFile(filling, Buffer.alloc(more));
      else await truncate(filling, (await stat(filling)).size + more);
    },
    empty: () => rm(filling, { force: true }),
    end: async () => {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
}
