import { access, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@tallystick/shared/environment/write-whole';
import { integrityOf } from '@tallystick/shared/release/file-hashes';
import type { ArtifactFile } from './artifact-file.ts';
import { decompressDcz } from './dcz.ts';

export type DczFiles = ReturnType<typeof openDczFiles>;

/**
 * A folder with files of artifacts, each compressed with a dictionary of which `hash` is the SHA-256 in
 * hexadecimal digits; they can be made again.
 *
 * @param folder made when the first file is kept
 */
export function openDczFiles(folder: string) {
  const pathOf = ({ app, build, path }: ArtifactFile, hash: string) =>
    join(app, build, `${path}.${hash.slice(0, 16)}.dcz`);

  return {
    async has(file: ArtifactFile, hash: string): Promise<boolean> {
      return await access(join(folder, pathOf(file, hash))).then(
        () => true,
        () => false,
      );
    },
    /** Null: there is none, or it does not become the file that was published. */
    async read(
      file: ArtifactFile,
      hash: string,
      dictionary: Uint8Array,
    ): Promise<Uint8Array | null> {
      try {
        const body = await readFile(join(folder, pathOf(file, hash)));
        const plain = await decompressDcz(body, dictionary);
        return integrityOf(plain) === file.integrity ? body : null;
      } catch {
        return null;
      }
    },
    async write(file: ArtifactFile, hash: string, body: Uint8Array): Promise<void> {
      await writeWhole(join(folder, pathOf(file, hash)), body);
    },
    /** Removes everything else. */
    async keepOnly(files: readonly { file: ArtifactFile; hash: string }[]): Promise<void> {
      const wanted = new Set(files.map(({ file, hash }) => pathOf(file, hash)));
      const found = await readdir(folder, { recursive: true }).catch((): string[] => []);
      for (const path of found) {
        if (path.endsWith('.dcz') && !wanted.has(path))
          await rm(join(folder, path), { force: true });
      }
    },
  };
}
