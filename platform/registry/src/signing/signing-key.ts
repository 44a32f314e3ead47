import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  sign,
  verify,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Result, refused } from '@tallystick/contract/result';
import type { Environment } from '@tallystick/settings/environment';
import { writeOnce } from '@tallystick/settings/write-whole';
import { lineOf } from '@tallystick/store/error-code';

/** The private key with which a registry signs; it never leaves this object. */
export type SigningKey = ReturnType<typeof signingKeyOf>;

/** What says where the private key is. */
export type KeyPlace = Pick<Environment, 'DATA_DIR'> &
  Partial<Pick<Environment, 'RELEASE_KEY_FILE'>>;

/**
 * Reads the key in RELEASE_KEY_FILE, which must exist, or else the one in the data folder. There it is made if it is
 * missing, readable by its owner alone. Several processes may do so at once.
 */
export async function openSigningKey({
  DATA_DIR,
  RELEASE_KEY_FILE,
}: KeyPlace): Promise<Result<SigningKey>> {
  const file = RELEASE_KEY_FILE ?? join(DATA_DIR, 'release-signing.key');
  try {
    if (RELEASE_KEY_FILE === undefined) await makeKeyFile(file);
    return { ok: true, value: signingKeyOf(await readFile(file, 'utf8')) };
  } catch (error) {
    return refused(`The key that signs releases cannot be had from ${file}: ${lineOf(error)}`);
  }
}

/** Puts a new key into a file, PKCS #8 in PEM, unless there is one. */
export async function makeKeyFile(file: string): Promise<void> {
  if (await readFile(file).then(Boolean, () => false)) return;
  await writeOnce(file, newKey());
}

/** A new private key, PKCS #8 in PEM. */
export function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** @throws Error with one line if the text is no private Ed25519 key in PEM */
export function signingKeyOf(pem: string) {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is no Ed25519 key');
  const publicHalf = createPublicKey(key);
  const { x = '' } = publicHalf.export({ format: 'jwk' });
  const { d = '' } = key.export({ format: 'jwk' });
  const seed = Buffer.from(d, 'base64url');
  const raw = Buffer.from(x, 'base64url');
  return {
    /** Names the key: twelve hexadecimal digits of its public half's hash. */
    id: createHash('sha256').update(raw).digest('hex').slice(0, 12),
    /** The public half: 32 bytes in base64. */
    publicKey: raw.toString('base64'),
    /** Ed25519 signature of the text, in base64. */
    sign: (text: string): string => sign(null, Buffer.from(text), key).toString('base64'),
    /** Whether a signature in base64 is of this text, by this key. */
    verify: (text: string, signature: string): boolean =>
      verify(null, Buffer.from(text), publicHalf, Buffer.from(signature, 'base64')),
    /**
     * 32 bytes for another purpose, by HKDF-SHA256 from the private half: the same for all processes
     * with this key, and known to nobody without it.
     */
    derive: (purpose: string): Uint8Array =>
      new Uint8Array(hkdfSync('sha256', seed, '', `tallystick ${purpose}`, 32)),
  };
}
