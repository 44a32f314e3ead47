import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A data folder of its own with an empty registry; the caller removes it. */
export async function registryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await cp(inject('registryTemplate'), folder, { recursive: true });
  return folder;
}
