import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in 43 letters, digits, `-` and `_`. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Kept in place of a secret: how long a look-up takes then says nothing of it. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
