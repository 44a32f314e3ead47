import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { provenText } from './worker/kept-page.ts';

/** Shows browsers that a page which they kept is one that this site sent. */
export interface PageKey {
  /** The public key, as the keeper knows it: raw, base64url. */
  publicKey: string;
  /** Signature of what a browser is to keep, base64url. */
  prove(text: string): string;
}

/** What stands before the secret of an Ed25519 key in PKCS #8 (RFC 8410). */
const header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secret 32 bytes; lost, they cost what browsers have kept */
export function pageKey(secret: Uint8Array): PageKey {
  const der = Buffer.concat([header, secret]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: x,
    prove: (text) => sign(null, Buffer.from(provenText(text)), key).toString('base64url'),
  };
}
