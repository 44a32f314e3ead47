import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { signedText } from './worker/cached-page.ts';

/** The key by which a browser verifies that this site sent the page that it has cached. */
export interface PageKey {
  /** As the worker gets it: raw, base64url. */
  publicKey: string;
  /** Signature of a page's JSON, base64url. */
  sign(json: string): string;
}

/** The bytes before the secret of an Ed25519 key in PKCS #8 (RFC 8410). */
const header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secret 32 bytes; with another secret, browsers drop the pages that they have cached */
export function pageKey(secret: Uint8Array): PageKey {
  const der = Buffer.concat([header, secret]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: x,
    sign: (json) => sign(null, Buffer.from(signedText(json)), key).toString('base64url'),
  };
}
