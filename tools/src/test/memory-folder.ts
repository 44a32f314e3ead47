import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

const gigabyte = 2 ** 30;
/** The tests' files come to 3 GB at most; what the tests run needs memory besides. */
const usual = { freeBytes: 4 * gigabyte, memory: 12 * gigabyte };

/**
 * A new folder for temporary files that are kept in memory: tests make and remove a hundred thousand
 * small ones, which on a disk takes a fifth of all their time. Undefined where there is no such file
 * system, or too few free bytes in it or memory in the machine, in bytes.
 */
export function makeMemoryFolder(
  parent = '/dev/shm',
  { freeBytes, memory } = usual,
): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < freeBytes || availableMemory() < memory) return undefined;
    const folder = mkdtempSync(join(parent, 'tallystick-'));
    // PostgreSQL runs as a user of its own where these tests are root's.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}

/** Removes what is in it, too. */
export function removeMemoryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
