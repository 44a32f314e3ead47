import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFiles } from '@tallystick/store/copy-files.testing';
import { inject } from 'vitest';

/** A data folder of its own with an empty registry; the caller removes it. */
export async function registryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  copyFiles(inject('registryTemplate'), folder);
  return folder;
}
