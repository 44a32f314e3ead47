import { createHash } from 'node:crypto';
import { canonicalJson } from '@tallystick/contract/canonical-json';

/** SHA-256, in hexadecimal digits, of a value as canonical JSON. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
