import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** How a file is written that is for its owner alone, and to last. */
export const secret = { mode: 0o600, flush: true };

/** Writes a file so that it is there whole or not at all, in folders that are made as needed. */
export async function writeWhole(
  path: string,
  content: string | Uint8Array,
  how: Partial<typeof secret> = {},
  put: (draft: string, path: string) => Promise<void> = rename,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(draft, content, how);
    await put(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The same for a secret, unless there is one: of processes that do so at once the first one wins. */
export async function writeOnce(path: string, content: string | Uint8Array): Promise<void> {
  // A link does not overwrite.
  await writeWhole(path, content, secret, link).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}
