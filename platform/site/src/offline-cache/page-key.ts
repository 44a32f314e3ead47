import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { signedText } from './worker/cached-page.ts';

export type PageKey = ReturnType<typeof pageKey>;

/** The bytes before the secret of an Ed25519 key in PKCS #8 (RFC 8410). */
const header = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key by which a browser verifies that this site sent the page that it has cached.
 *
 * @param secret 32 bytes; with another secret, browsers drop the pages that they have cached
 */
export function pageKey(secret: Uint8Array) {
  const der = Buffer.concat([header, secret]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    /** As the worker gets it: raw, base64url. */
    publicKey: x,
    /** Signature of a page's JSON, base64url. */
    sign: (json: string): string =>
      sign(null, Buffer.from(signedText(json)), key).toString('base64url'),
  };
}
