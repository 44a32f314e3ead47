import { existsSync } from 'node:fs';
import { openSigningKey } from '@tallystick/registry/signing-key';
import type { Environment } from '@tallystick/settings/environment';
import { programVersion } from '@tallystick/store/program-version';
import type { Definition } from '@tallystick/store/store';
import type { BackupHeader, Manifest } from '../archive/contents.ts';

/** Why this program cannot restore a backup that is whole, or undefined. */
export async function archiveProblem(
  { stores, madeBy, key }: BackupHeader,
  { parts }: Manifest,
  definitions: readonly Definition[],
  environment: Pick<Environment, 'DATA_DIR' | 'RELEASE_KEY_FILE'>,
): Promise<string | undefined> {
  for (const { name, title, migrations } of definitions) {
    const store = stores.find((one) => one.name === name);
    if (store === undefined) return `It has nothing of ${title}.`;
    const unknown = store.migrations.find((migration) => !(migration in migrations));
    if (unknown === undefined) continue;
    return `${title} was at ${unknown}, which this program, ${programVersion()}, does not know: restore with ${madeBy} or a newer one.`;
  }
  const strange = stores.find((one) => !definitions.some(({ name }) => name === one.name));
  if (strange !== undefined) {
    return `It has a store that this program does not know, ${strange.name}: restore with the program of the site that it is of, ${madeBy} or a newer one.`;
  }
  const { RELEASE_KEY_FILE: file } = environment;
  if (key === null || (file === undefined && parts['keys/release-signing.key'] !== undefined)) {
    return undefined;
  }
  const wanted = `It does not hold the key that signs releases, ${key}, which was kept elsewhere`;
  if (file === undefined) return `${wanted}: name its file by RELEASE_KEY_FILE.`;
  if (!existsSync(file)) return `RELEASE_KEY_FILE=${file} is not there.`;
  const opened = await openSigningKey(environment);
  if (!opened.ok) return opened.problem;
  if (opened.value.id === key) return undefined;
  return `The releases are signed by the key ${key}, and RELEASE_KEY_FILE=${file} is ${opened.value.id}.`;
}
