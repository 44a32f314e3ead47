import { sign } from 'node:crypto';
import { keyPairOf } from '@tallystick/contract/key-pair';
import { signedText } from './worker/cached-page.ts';

export type PageKey = ReturnType<typeof pageKey>;

/**
 * The key by which a browser verifies that this site sent the page that it has cached.
 *
 * @param secret 32 bytes; with another secret, browsers drop the pages that they have cached
 */
export function pageKey(secret: Uint8Array) {
  const { key, publicKey } = keyPairOf(secret);
  return {
    /** As the worker gets it: raw, base64url. */
    publicKey,
    /** Signature of a page's JSON, base64url. */
    sign: (json: string): string =>
      sign(null, Buffer.from(signedText(json)), key).toString('base64url'),
  };
}
