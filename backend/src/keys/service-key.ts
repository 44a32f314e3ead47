import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = 'service.key';
const length = 32;

/** What a key is for. Keys of different purposes tell nothing of each other. */
export type KeyPurpose =
  | 'live-session'
  | 'sandbox-code'
  | 'sandbox-mail'
  | 'sandbox-visit'
  | 'signed-in';

/** Derives the key of one purpose: 32 bytes. */
export type ServiceKey = (purpose: KeyPurpose) => Uint8Array<ArrayBuffer>;

/**
 * Opens the service's secret, `<folder>/service.key` (mode 0600), and makes it at the first start.
 * It lies beside the database, not in it, so that a copy of the database alone verifies nothing.
 * Processes that share the folder share the key, also if they start at once. On several machines
 * give each the same file. Rejects with one line for a person if the file is not a key.
 */
export async function openServiceKey(folder: string): Promise<ServiceKey> {
  const path = join(folder, fileName);
  const secret = (await read(path)) ?? (await make(folder, path));
  if (secret.length !== length) {
    throw new Error(
      `${path} is damaged: it must hold ${length} bytes. Delete it to sign everybody out.`,
    );
  }
  return (purpose) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `tallystick ${purpose}`, length));
}

async function read(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Written whole under another name, then linked: no process ever reads half a key. */
async function make(folder: string, path: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(length));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(path);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
