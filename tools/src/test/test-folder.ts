import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

const gigabyte = 2 ** 30;
/** The tests' files come to 3 GB at most; what the tests run needs memory besides. */
const usual = { freeBytes: 4 * gigabyte, memory: 12 * gigabyte };

/** Gives this process, and all that it starts from now on, such a folder until it ends. */
export function takeTestFolder(): void {
  const folder = makeTestFolder();
  process.env.TMPDIR = folder;
  process.on('exit', () => {
    try {
      removeTestFolder(folder);
    } catch (error) {
      // Something still runs or is mounted there: the outcome of the tests is another thing.
      console.error(`${folder} stays: ${String(error)}`);
    }
  });
}

/**
 * A new folder for temporary files; what tests that are ended in the middle have left goes with it.
 * It is in memory: tests make and remove a hundred thousand small files, which on a disk takes a
 * fifth of all their time. It is on the disk where there is no such file system, or none that lets
 * programs run.
 *
 * @param needed bytes that have to be free there, and of the machine's memory; else it is on the
 *   disk
 */
export function makeTestFolder(parent = '/dev/shm', needed = usual): string {
  return makeMemoryFolder(parent, needed) ?? makeFolder(tmpdir());
}

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'tallystick-'));
  // PostgreSQL runs as a user of its own where these tests are root's.
  chmodSync(folder, 0o755);
  return folder;
}

function makeMemoryFolder(parent: string, { freeBytes, memory }: typeof usual): string | undefined {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < freeBytes || availableMemory() < memory) return undefined;
    folder = makeFolder(parent);
    // Some tests run what they have written. In a container the file system may forbid it.
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o700 });
    accessSync(program, constants.X_OK);
    rmSync(program);
    return folder;
  } catch {
    if (folder !== undefined) removeTestFolder(folder);
    return undefined;
  }
}

/** Removes what is in it, too. */
export function removeTestFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
