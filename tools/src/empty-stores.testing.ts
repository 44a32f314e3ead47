import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFiles } from '@tallystick/store/copy-files.testing';
import { inject } from 'vitest';

/** A data folder of its own with empty databases; the caller removes it. */
export async function emptyStores(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  copyFiles(inject('emptyStores'), folder);
  return folder;
}
