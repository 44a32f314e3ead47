import { createHash } from 'node:crypto';

/** `sha384-<base64>` of bytes, as in an `integrity` attribute. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
