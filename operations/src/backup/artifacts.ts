import type { BuildKey } from '@tallystick/registry/contract/build-key';
import { type FileStores, filesLock } from '@tallystick/registry/files/file-store';
import { sql, type Transaction } from 'kysely';
import type { ArchiveWriter } from '../archive/write.ts';

/** A file of a published build. */
export interface ArtifactFile extends BuildKey {
  path: string;
  bytes: Uint8Array | null;
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
 * Every file of each build that the registry has in this transaction; `bytes` is null where one is lost.
 */
export async function* artifactFiles(
  trx: Transaction<unknown>,
  { artifacts }: Pick<FileStores, 'artifacts'>,
): AsyncGenerator<ArtifactFile> {
  const { rows } = await sql<BuildKey & { files: string[] }>`
    select app, build, array(select jsonb_object_keys(record #> '{artifact,files}')) as files
    from build order by app, build`.execute(trx);
  for (const { app, build, files } of rows) {
    // Beside what is recorded, source maps.
    const paths = new Set([...(await artifacts.list(app, build)), ...files]);
    for (const path of [...paths].sort()) {
      yield { app, build, path, bytes: await artifacts.read(app, build, path) };
    }
  }
}

/** Puts files into an archive; how many, and which of them are lost. */
export async function copyFiles(
  archive: ArchiveWriter,
  files: AsyncIterable<ArtifactFile>,
  signal: AbortSignal,
): Promise<{ copied: number; lost: ArtifactFile[] }> {
  const lost: ArtifactFile[] = [];
  let copied = 0;
  for await (const file of files) {
    signal.throwIfAborted();
    const { app, build, path, bytes } = file;
    if (bytes === null) {
      lost.push(file);
    } else {
      await archive.add(`artifacts/${app}/${build}/${path}`, bytes);
      copied += 1;
    }
  }
  return { copied, lost };
}
