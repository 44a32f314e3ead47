import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a secret is of: a token (`tsr`), the link of a preview (`tsp`), or the sign-in of a person (`tss`). */
type SecretOf = 'tsr' | 'tsp' | 'tss';

/** `tsr_<id>_<256 random bits>`: the id finds the token, the rest proves it. */
const pattern = /^(ts[rps])_([0-9a-f]{16})_[\w-]{43}$/;

/** A new secret. What is kept of it is its hash: it is random enough that a fast one will do. */
export function makeSecret(of: SecretOf = 'tsr'): { id: string; secret: string; hash: Buffer } {
  const id = randomBytes(8).toString('hex');
  const secret = `${of}_${id}_${randomBytes(32).toString('base64url')}`;
  return { id, secret, hash: hashOf(secret) };
}

/** The id in a secret, or null if it is none of ours. */
export function idOf(secret: string, of: SecretOf = 'tsr'): string | null {
  const [, kind, id] = pattern.exec(secret) ?? [];
  return kind === of && id !== undefined ? id : null;
}

/** Stands for the fingerprint of what there is not, so that its absence takes no less time. */
export const noFingerprint = '0'.repeat(64);

/** Whether a secret has a fingerprint, compared in constant time. */
export function isSecret(secret: string, fingerprint: string): boolean {
  const own = Buffer.from(fingerprintOf(hashOf(secret)));
  const given = Buffer.from(fingerprint);
  return own.length === given.length && timingSafeEqual(own, given);
}

/** What the log has of a secret's hash: by it a secret is known, and it is seen that a row was exchanged. */
export function fingerprintOf(hash: Uint8Array): string {
  return createHash('sha256').update(hash).digest('hex');
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
