import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secret, writeWhole } from '@tallystick/shared/environment/write-whole';

const keyPath = (folder: string) => join(folder, 'ledger.key');

/**
 * Makes the credential with which a person on this machine may record through the running service,
 * and leaves it in the data folder for the owner alone. A new one at each start of the service.
 */
export async function writeImportKey(folder: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  await writeWhole(keyPath(folder), key, secret);
  return key;
}

/** The credential of the service that holds the data folder; undefined if it cannot be read. */
export async function readImportKey(folder: string): Promise<string | undefined> {
  const key = await readFile(keyPath(folder), 'utf8').catch(() => undefined);
  return key?.trim();
}
