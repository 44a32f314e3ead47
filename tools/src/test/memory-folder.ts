import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

const gigabyte = 2 ** 30;
/** The tests' files come to 3 GB at most; what the tests run needs memory besides. */
const usual = { freeBytes: 4 * gigabyte, memory: 12 * gigabyte };

/**
 * A new folder for temporary files that are kept in memory: tests make and remove a hundred thousand
 * small ones, which on a disk takes a fifth of all their time. Undefined where there is no such file
 * system, or none that lets programs run, or too few free bytes in it or memory in the machine, in bytes.
 */
export function makeMemoryFolder(
  parent = '/dev/shm',
  { freeBytes, memory } = usual,
): string | undefined {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < freeBytes || availableMemory() < memory) return undefined;
    folder = mkdtempSync(join(parent, 'tallystick-'));
    // Some tests run what they have written. In a container the file system may forbid it.
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    rmSync(program);
    // PostgreSQL runs as a user of its own where these tests are root's.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    if (folder !== undefined) removeMemoryFolder(folder);
    return undefined;
  }
}

/** Removes what is in it, too. */
export function removeMemoryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
