import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Puts what is in the folder `draft` into the folder in which it is, in place of the tree that is there, and removes
 * `draft`. What is in no tree stays, such as `.data` of a server that was started there.
 */
export async function putInPlace(draft: string, folder: string): Promise<void> {
  const made = await readdir(draft);
  for (const name of await readdir(folder)) {
    // Chunks have another name in each tree.
    const isOfTree = made.includes(name) || name.endsWith('.js');
    if (isOfTree) await rm(join(folder, name), { recursive: true, force: true });
  }
  for (const name of made) await rename(join(draft, name), join(folder, name));
  await rm(draft, { recursive: true });
}
