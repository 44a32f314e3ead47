import { open } from 'node:fs/promises';

/** Waits until the names in a folder are on the disk: a file that was renamed keeps its new name after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
