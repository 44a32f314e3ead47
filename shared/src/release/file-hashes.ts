import { createHash } from 'node:crypto';

/** `sha384-<base64>` of bytes, as in an `integrity` attribute. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** The twelve hexadecimal digits that stand for the content of these files in a build id. */
export function contentHash(files: Readonly<Record<string, string>>): string {
  const listing = Object.entries(files).map(([path, integrity]) => `${path} ${integrity}\n`);
  return createHash('sha256').update(listing.join('')).digest('hex').slice(0, 12);
}
