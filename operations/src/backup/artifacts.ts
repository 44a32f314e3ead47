import type { FileStores } from '@tallystick/registry/files/file-store';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';

/** A file of a published build. */
export interface ArtifactFile {
  app: string;
  build: string;
  path: string;
  bytes: Uint8Array;
}

/**
 * Every file of each build that the registry has in this transaction.
 *
 * @throws Error if a build has no files any more
 */
export async function* artifactFiles(
  trx: Transaction<unknown>,
  { artifacts }: Pick<FileStores, 'artifacts'>,
): AsyncGenerator<ArtifactFile> {
  const { rows } = await sql<{ app: string; build: string }>`
    select app, build from build order by app, build`.execute(trx);
  for (const { app, build } of rows) {
    for (const path of await artifacts.list(app, build)) {
      const bytes = await artifacts.read(app, build, path);
      if (bytes !== null) yield { app, build, path, bytes };
    }
  }
}
