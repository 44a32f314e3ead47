import type { BuildKey } from '@tallystick/registry/contract/build-key';
import { type FileStores, filesLock } from '@tallystick/registry/files/file-store';
import { sql, type Transaction } from 'kysely';

/** A file of a published build. */
export interface ArtifactFile extends BuildKey {
  path: string;
  bytes: Uint8Array;
}

/**
 * Lets nobody delete a build until the transaction ends; builds are published meanwhile.
 *
 * @throws Error with one line if somebody is deleting
 */
export async function keepBuilds(trx: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock_shared(${filesLock}) as taken`.execute(trx);
  if (rows[0]?.taken !== true) throw new Error('Somebody is deleting builds: try again.');
}

/**
 * Every file of each build that the registry has in this transaction.
 *
 * @param place where they are, in words
 * @throws Error with one line if one is not there
 */
export async function* artifactFiles(
  trx: Transaction<unknown>,
  { artifacts }: Pick<FileStores, 'artifacts'>,
  place: string,
): AsyncGenerator<ArtifactFile> {
  const { rows } = await sql<BuildKey>`
    select app, build from build order by app, build`.execute(trx);
  for (const { app, build } of rows) {
    // Beside what is recorded, source maps.
    const paths = new Set(await artifacts.list(app, build));
    for (const path of await recordedFiles(trx, { app, build })) paths.add(path);
    for (const path of [...paths].sort()) {
      const bytes = await artifacts.read(app, build, path);
      if (bytes === null) throw new Error(`${app}@${build} has no file ${path} in ${place}.`);
      yield { app, build, path, bytes };
    }
  }
}

async function recordedFiles(
  trx: Transaction<unknown>,
  { app, build }: BuildKey,
): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select jsonb_object_keys(record #> '{artifact,files}') as path from build
    where app = ${app} and build = ${build}`.execute(trx);
  return rows.map(({ path }) => path);
}
