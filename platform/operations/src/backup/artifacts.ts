import type { BuildKey } from '@tallystick/registry/contract/build-key';
import { type FileStores, filesLock } from '@tallystick/registry/files/file-store';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ArchiveWriter } from '../archive/write.ts';

/**
 * Lets nobody delete a build until the session ends. Builds can be published meanwhile.
 *
 * @throws Error with one line if somebody is deleting
 */
export async function keepBuilds(session: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock_shared(${filesLock}) as taken`.execute(session);
  if (rows[0]?.taken !== true) throw new Error('Somebody is deleting builds: try again.');
}

/**
 * Puts every file of each build into an archive; builds are those that the registry has in this transaction. Answers
 * how many files were copied, and a line for a person for each file that is missing in `place`.
 */
export async function copyArtifacts(
  trx: Transaction<unknown>,
  archive: ArchiveWriter,
  { artifacts }: Pick<FileStores, 'artifacts'>,
  place: string,
  signal: AbortSignal,
): Promise<{ copied: number; lost: string[] }> {
  const { rows } = await sql<BuildKey & { files: string[] }>`
    select app, build, array(select jsonb_object_keys(record #> '{artifact,files}')) as files
    from build order by app, build`.execute(trx);
  const lost: string[] = [];
  let copied = 0;
  for (const { app, build, files } of rows) {
    // The store also has source maps, which no record names.
    const paths = new Set([...(await artifacts.list(app, build)), ...files]);
    for (const path of [...paths].sort()) {
      signal.throwIfAborted();
      const bytes = await artifacts.read(app, build, path);
      if (bytes === null) {
        lost.push(`${app}@${build} has no file ${path} in ${place}.`);
      } else {
        await archive.add(`artifacts/${app}/${build}/${path}`, bytes);
        copied += 1;
      }
    }
  }
  return { copied, lost };
}
