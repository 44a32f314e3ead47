import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

/** Dictionary-Compressed Zstandard (RFC 9842): a skippable frame that holds the dictionary's hash comes first. */
const magic = Buffer.from('5e2a4d1820000000', 'hex');
/** Every browser that takes `dcz` has a window of 8 MB, whatever the size of the dictionary. */
const maxWindowLog = 23;

/** SHA-256 of a dictionary, in hexadecimal digits. */
export function dictionaryHash(dictionary: Uint8Array): string {
  return createHash('sha256').update(dictionary).digest('hex');
}

/** The hash that `Available-Dictionary` names, a byte sequence of a structured field; null: none. */
export function availableDictionary(header: string | string[] | undefined): string | null {
  const bytes = typeof header === 'string' ? /^:([A-Za-z0-9+/]{43}=):$/.exec(header)?.[1] : null;
  return bytes == null ? null : Buffer.from(bytes, 'base64').toString('hex');
}

/** Null: dictionary and content do not fit into a browser's window together, so little would be won. */
export async function compressDcz(
  plain: Uint8Array,
  dictionary: Uint8Array,
): Promise<Uint8Array | null> {
  const windowLog = Math.ceil(Math.log2(plain.byteLength + dictionary.byteLength + 1));
  if (windowLog > maxWindowLog) return null;
  const frame = await promisify(zstdCompress)(plain, {
    dictionary,
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: Math.max(windowLog, 10),
    },
  });
  return Buffer.concat([headerOf(dictionary), frame]);
}

/** @throws Error if it is no such body, or of another dictionary. */
export async function decompressDcz(body: Uint8Array, dictionary: Uint8Array): Promise<Uint8Array> {
  const header = headerOf(dictionary);
  const { byteLength } = header;
  if (!header.equals(body.subarray(0, byteLength))) throw new Error('another dictionary');
  return await promisify(zstdDecompress)(body.subarray(byteLength), { dictionary });
}

function headerOf(dictionary: Uint8Array): Buffer {
  return Buffer.concat([magic, Buffer.from(dictionaryHash(dictionary), 'hex')]);
}
