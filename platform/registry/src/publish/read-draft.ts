import { integrityInThread } from '@tallystick/contract/file-hashes';
import type { Limits } from '../contract/app-settings.ts';
import type { OrRefusal } from '../contract/problem.ts';
import type { FileStore } from '../files/file-store.ts';
import { inTurn } from '../files/in-turn.ts';
import type { Draft, DraftFile } from './draft-file.ts';
import { largerThanLimit } from './limits.ts';

/** Reads a draft with the hash of each file. Stops reading as soon as it is beyond its app's limits. */
export async function readDraft(
  drafts: FileStore,
  app: string,
  build: string,
  limits: Limits,
): Promise<OrRefusal<Draft>> {
  const paths = await drafts.list(app, build);
  const files = new Map<string, DraftFile>();
  const sizes = new Map(paths.map((path) => [path, 0]));
  let large = largerThanLimit(app, build, sizes, limits);
  await inTurn(paths, async (path) => {
    if (large !== null) return;
    const bytes = await drafts.read(app, build, path);
    if (bytes === null) return;
    files.set(path, { bytes, integrity: await integrityInThread(bytes) });
    sizes.set(path, bytes.length);
    large ??= largerThanLimit(app, build, sizes, limits);
  });
  return large ?? { ok: true, value: files };
}
