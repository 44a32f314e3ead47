import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { ArtifactFile } from './artifact-file.ts';
import type { BackgroundQueue } from './background-queue.ts';
import type { KeptFiles } from './kept-files.ts';

/** The two encodings that are stored, at their best compression. */
const codings = {
  br: {
    ending: '.br',
    compress: (plain: Uint8Array) =>
      promisify(brotliCompress)(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
        },
      }),
    extract: (kept: Uint8Array) => promisify(brotliDecompress)(kept),
  },
  gzip: {
    ending: '.gz',
    compress: (plain: Uint8Array) => promisify(gzip)(plain, { level: 9 }),
    extract: (kept: Uint8Array) => promisify(gunzip)(kept),
  },
};

/** A file's two forms; null: they have not been made, or are not what they should be. */
export async function readCompressed(
  kept: Pick<KeptFiles, 'read'>,
  file: ArtifactFile,
): Promise<Record<keyof typeof codings, Uint8Array> | null> {
  const [br, zipped] = await Promise.all(
    Object.values(codings).map(({ ending, extract }) => kept.read(file, ending, extract)),
  );
  return br && zipped ? { br, gzip: zipped } : null;
}

/**
 * Makes and keeps them; takes its time: seconds for a file of megabytes.
 *
 * @throws once the queue is closed and nothing is being written
 */
export async function makeCompressed(
  kept: Pick<KeptFiles, 'write'>,
  file: ArtifactFile,
  plain: Uint8Array,
  { untilClosed }: Pick<BackgroundQueue, 'untilClosed'>,
): Promise<void> {
  for (const { ending, compress } of Object.values(codings)) {
    await kept.write(file, ending, await untilClosed(() => compress(plain)));
  }
}
