import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOnce } from '@tallystick/settings/write-whole';

/** Its name in the data folder. */
export const serviceKeyFile = 'service.key';
const length = 32;

/** What a key is for. Keys of different purposes tell nothing of each other. */
export type KeyPurpose =
  | 'id'
  | 'live-session'
  | 'records'
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
  const path = join(folder, serviceKeyFile);
  if (!existsSync(path)) await writeOnce(path, randomBytes(length));
  const secret = await readFile(path);
  if (secret.length !== length) {
    throw new Error(
      `${path} is damaged: it must hold ${length} bytes. Delete it to sign everybody out.`,
    );
  }
  return (purpose) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `tallystick ${purpose}`, length));
}
