import { brotliCompressSync, constants } from 'node:zlib';

/** Bytes of a file as the site sends it: brotli of the best quality, unless told otherwise. */
export function brotliSize(
  content: Buffer,
  quality: number = constants.BROTLI_MAX_QUALITY,
): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotliCompressSync(content, { params }).length;
}

/** The same of several files together. */
export const brotliSizes = (files: readonly { content: Buffer }[]): number =>
  files.reduce((all, { content }) => all + brotliSize(content), 0);
