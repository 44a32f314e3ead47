import { createPublicKey, verify } from 'node:crypto';
import { keyHash, type NoteSigner, signatureTypes } from './note.ts';

/** Who signs a note, as people hand it on (C2SP signed-note): `name+hash+key`. */
export function verifierKey(signer: NoteSigner): string {
  const { name, publicKey, type = signatureTypes.note } = signer;
  const key = Buffer.concat([Uint8Array.of(type), Buffer.from(publicKey, 'base64')]);
  return `${name}+${keyHash(signer).toString('hex')}+${key.toString('base64')}`;
}

/** Reads a verifier key; null: it is none, or mistyped. */
export function parseVerifierKey(text: string): NoteSigner | null {
  const [, name = '', hash, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  const type = Object.values(signatureTypes).find((one) => one === key[0]);
  if (key.length !== 33 || type === undefined) return null;
  const signer = { name, publicKey: key.subarray(1).toString('base64'), type };
  return keyHash(signer).toString('hex') === hash ? signer : null;
}

/** Whether an Ed25519 signature in base64 is by a public key of 32 bytes in base64. */
export function isSignedBy(publicKey: string): (text: string, signature: string) => boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return (text, signature) =>
    verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}
