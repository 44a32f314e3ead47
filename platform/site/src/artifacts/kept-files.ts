import { access, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '@tallystick/contract/file-hashes';
import { writeWhole } from '@tallystick/settings/write-whole';
import type { ArtifactFile } from './artifact-file.ts';

export type KeptFiles = ReturnType<typeof openKeptFiles>;

/**
 * A folder with compressed files of artifacts, each kind by its ending; they can be made again.
 *
 * @param folder made when the first file is kept
 */
export function openKeptFiles(folder: string) {
  const pathOf = ({ app, build, path }: ArtifactFile, ending: string) =>
    join(folder, app, build, path + ending);
  const namesIn = (...path: string[]) => readdir(join(folder, ...path)).catch((): string[] => []);

  return {
    has: (file: ArtifactFile, ending: string): Promise<boolean> =>
      access(pathOf(file, ending)).then(
        () => true,
        () => false,
      ),
    /**
     * Null: there is none, or `extract` does not make of it the file that was published, as after a full disk or a
     * power failure.
     */
    async read(
      file: ArtifactFile,
      ending: string,
      extract: (kept: Uint8Array) => Promise<Uint8Array>,
    ): Promise<Uint8Array | null> {
      try {
        const kept = await readFile(pathOf(file, ending));
        return integrityOf(await extract(kept)) === file.integrity ? kept : null;
      } catch {
        return null;
      }
    },
    write: (file: ArtifactFile, ending: string, body: Uint8Array): Promise<void> =>
      writeWhole(pathOf(file, ending), body),
    /** Removes all files of builds that are not there any more. */
    async prune(isThere: (app: string, build: string) => Promise<boolean>): Promise<void> {
      for (const app of await namesIn()) {
        for (const build of await namesIn(app)) {
          if (await isThere(app, build)) continue;
          await rm(join(folder, app, build), { recursive: true, force: true });
        }
      }
    },
    /** Removes everything of this kind but these. */
    async keepOnly(
      kind: string,
      files: readonly { file: ArtifactFile; ending: string }[],
    ): Promise<void> {
      const wanted = new Set(files.map(({ file, ending }) => pathOf(file, ending)));
      const found = await readdir(folder, { recursive: true }).catch((): string[] => []);
      for (const path of found.map((name) => join(folder, name))) {
        if (path.endsWith(kind) && !wanted.has(path)) await rm(path, { force: true });
      }
    },
  };
}
