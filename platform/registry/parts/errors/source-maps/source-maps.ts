import { integrityInThread } from '@tallystick/contract/file-hashes';
import type { BuildKey } from '../../../src/contract/build-key.ts';
import type { FileStore } from '../../../src/files/file-store.ts';
import type { Draft } from '../../../src/publish/draft-file.ts';
import type { Reader } from '../../../src/store/writes.ts';
import type { ErrorTables } from '../tables.ts';

type Artifacts = Pick<FileStore, 'read' | 'write'>;

/**
 * Keeps the source maps of a published build: their hashes first, which stay as they were first given, then
 * what has these hashes. So `publish --again` brings back maps that were lost, and adds some where there
 * were none.
 */
export async function keepSourceMaps(
  db: Reader,
  artifacts: Artifacts,
  { app, build }: BuildKey,
  maps: Draft,
): Promise<void> {
  for (const [path, { bytes, integrity }] of maps) {
    await db
      .withTables<ErrorTables>()
      .insertInto('source_map')
      .values({ app, build, path, integrity })
      .onConflict((taken) => taken.doNothing())
      .execute();
    if ((await hashOf(db, { app, build }, path)) === integrity) {
      await artifacts.write(app, build, path, bytes);
    }
  }
}

/** The source map of a script, by the script's path; null: there is none, or it is not what was published. */
export async function readSourceMap(
  db: Reader,
  artifacts: Pick<Artifacts, 'read'>,
  key: BuildKey,
  script: string,
): Promise<Uint8Array | null> {
  const path = `${script}.map`;
  const integrity = await hashOf(db, key, path);
  if (integrity === undefined) return null;
  const bytes = await artifacts.read(key.app, key.build, path);
  return bytes !== null && (await integrityInThread(bytes)) === integrity ? bytes : null;
}

async function hashOf(db: Reader, { app, build }: BuildKey, path: string) {
  const query = db.withTables<ErrorTables>().selectFrom('source_map').select('integrity');
  const row = await query.where(({ and }) => and({ app, build, path })).executeTakeFirst();
  return row?.integrity;
}
