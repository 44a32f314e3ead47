import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** The bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key of a seed of 32 bytes, and its public key: raw, base64url. */
export function keyPairOf(seed: Uint8Array): { key: KeyObject; publicKey: string } {
  const der = Buffer.concat([header, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x: publicKey = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { key, publicKey };
}
