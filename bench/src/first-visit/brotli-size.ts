import { brotliCompressSync, constants } from 'node:zlib';

/** Bytes of a file as the site sends it: brotli of the best quality. */
export function brotliSize(content: Buffer): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotliCompressSync(content, { params }).length;
}
