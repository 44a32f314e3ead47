import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** `sha384-<base64>` of bytes, as in an `integrity` attribute. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** The same, in a thread of Node's: 20 MB take 50 ms, for which nothing else would be answered. */
export async function integrityInThread(bytes: Uint8Array): Promise<string> {
  const { buffer, byteOffset, byteLength } = bytes;
  const isOwn = buffer instanceof ArrayBuffer;
  const read = isOwn ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes);
  const digest = await crypto.subtle.digest('SHA-384', read);
  return `sha384-${Buffer.from(digest).toString('base64')}`;
}

/** The twelve hexadecimal digits that stand for the content of these files in a build id. */
export function contentHash(files: Readonly<Record<string, string>>): string {
  const listing = Object.entries(files).map(([path, integrity]) => `${path} ${integrity}\n`);
  return createHash('sha256').update(listing.join('')).digest('hex').slice(0, 12);
}

/** The paths of all files below a folder, relative, with `/` between their parts, in order; none if there is no folder. */
export function filesBelow(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
