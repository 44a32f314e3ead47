import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Actor, NewToken } from '@tallystick/registry/contract/tokens';
import type { Registry } from '@tallystick/registry/registry';
import { secret, writeWhole } from '@tallystick/settings/write-whole';

/** The actor of what the platform itself does, as the audit log names it. */
const platform: Actor = { tokenId: 'house', name: 'this machine', scope: { kind: 'manager' } };
const manager: NewToken = { name: 'this machine', scope: { kind: 'manager' }, days: 366 };

/** A key is replaced when it expires within half a year (milliseconds), because a server may run for months. */
const renewedBefore = 183 * 86_400_000;

/**
 * Ensures that `release.key` in the data folder holds the secret of a valid manager's token. Everybody who can read that file
 * manages the releases from this machine. A token that expires soon, or belongs to another database, is replaced.
 *
 * @throws Error if no token can be made, or the file cannot be written
 */
export async function writeMachineKey(registry: Registry, dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'release.key');
  const known = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  if (await isGood(registry, known)) return;
  const made = await registry.access.createToken(platform, manager);
  if (!made.ok) throw new Error(`There is no token for this machine: ${made.problem}`);
  await writeWhole(file, `${made.value.secret}\n`, secret);
}

async function isGood(registry: Registry, secret: string): Promise<boolean> {
  const actor = await registry.access.authenticate(secret);
  const tokens = await registry.access.tokens(platform);
  const own = tokens.ok ? tokens.value.find(({ id }) => id === actor?.tokenId) : undefined;
  return Date.parse(own?.expiresAt ?? '') - Date.now() > renewedBefore;
}
