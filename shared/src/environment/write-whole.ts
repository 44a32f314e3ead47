import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** `mode`: who may read it; absent: whoever may in that folder. `flush`: it is on the disk by then. */
interface Writing {
  mode?: number;
  flush?: boolean;
}

/** For its owner alone, and to last. */
export const secret: Writing = { mode: 0o600, flush: true };

/** Writes a file so that it is there whole or not at all, in folders that are made as needed. */
export async function writeWhole(
  path: string,
  content: string | Uint8Array,
  how: Writing = {},
): Promise<void> {
  await drafted(path, content, how, (draft) => rename(draft, path));
}

/** The same for a secret that there is none of yet: of processes that do so at once the first one wins. */
export async function writeOnce(path: string, content: string | Uint8Array): Promise<void> {
  // A link does not overwrite.
  await drafted(path, content, secret, (draft) =>
    link(draft, path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }),
  );
}

async function drafted(
  path: string,
  content: string | Uint8Array,
  how: Writing,
  put: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(draft, content, how);
    await put(draft);
  } finally {
    await rm(draft, { force: true });
  }
}
