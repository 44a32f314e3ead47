import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeKeyFile, type SigningKey, signingKeyOf } from './signing-key.ts';

/** The key of all registries that tests and benches of this checkout start. */
export interface TestKey extends SigningKey {
  /** For RELEASE_KEY_FILE. */
  file: string;
}

/**
 * Registries in different folders get one shell between them, so they need one key. It is made at
 * the first use, where nothing is committed.
 */
export async function openTestKey(): Promise<TestKey> {
  const file = join(import.meta.dirname, '../../node_modules/.tallystick-test.key');
  await makeKeyFile(file);
  return { ...signingKeyOf(await readFile(file, 'utf8')), file };
}
