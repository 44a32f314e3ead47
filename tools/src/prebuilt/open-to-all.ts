import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Lets everybody read the folder and what is in it, whatever the umask was when it was written. A
 * tree is made by one user and run by another, and nothing in it is secret. What its owner may run,
 * all may.
 */
export async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
