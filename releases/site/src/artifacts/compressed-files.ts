import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { writeWhole } from '@tallystick/shared/environment/write-whole';
import { integrityOf } from '@tallystick/shared/release/file-hashes';
import type { ArtifactFile } from './artifact-file.ts';
import { untilAborted } from './until-aborted.ts';

/** The two encodings that are stored, at their best compression. */
const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];

export type CompressedFiles = ReturnType<typeof openCompressedFiles>;

const compress: Record<Coding, (plain: Uint8Array) => Promise<Uint8Array>> = {
  br: (plain) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
      },
    }),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 }),
};
const extract: Record<Coding, (kept: Uint8Array) => Promise<Uint8Array>> = {
  br: (kept) => promisify(brotliDecompress)(kept),
  gzip: (kept) => promisify(gunzip)(kept),
};
const endings: Record<Coding, string> = { br: '.br', gzip: '.gz' };

/**
 * A folder with compressed files of artifacts; they can be made again.
 *
 * @param folder made when the first file is kept
 */
export function openCompressedFiles(folder: string) {
  const pathOf = ({ app, build, path }: ArtifactFile, coding: Coding) =>
    join(folder, app, build, `${path}${endings[coding]}`);

  /** Fails for a file that is incomplete, after a full disk or a power failure. */
  async function readOne(file: ArtifactFile, coding: Coding): Promise<Uint8Array> {
    const kept = await readFile(pathOf(file, coding));
    if (integrityOf(await extract[coding](kept)) === file.integrity) return kept;
    throw new Error(`${pathOf(file, coding)} is damaged`);
  }

  return {
    /** Both forms, or null if they have not been made, or are not what they should be. */
    async read(file: ArtifactFile): Promise<Record<Coding, Uint8Array> | null> {
      try {
        const [br, zipped] = await Promise.all([readOne(file, 'br'), readOne(file, 'gzip')]);
        return { br, gzip: zipped };
      } catch {
        return null;
      }
    },
    /**
     * Makes and keeps both forms, with the best compression there is; takes its time: seconds for a file of megabytes.
     *
     * @throws the signal's reason, once it is aborted and nothing is being written
     */
    async make(file: ArtifactFile, plain: Uint8Array, signal: AbortSignal): Promise<void> {
      for (const coding of codings) {
        const body = await untilAborted(signal, () => compress[coding](plain));
        await writeWhole(pathOf(file, coding), body);
      }
    },
    /** Removes all files of builds that are not there any more. */
    async prune(isThere: (app: string, build: string) => Promise<boolean>): Promise<void> {
      for (const app of await namesIn(folder)) {
        for (const build of await namesIn(join(folder, app))) {
          if (await isThere(app, build)) continue;
          await rm(join(folder, app, build), { recursive: true, force: true });
        }
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}
