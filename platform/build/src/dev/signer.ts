import { generateKeyPairSync, sign } from 'node:crypto';
import type { Signed } from '@tallystick/contract/signed-release';

export type Signer = ReturnType<typeof createSigner>;

/**
 * Signs what a page of the proxy is to believe beside what the registry has signed. The key is made
 * now, never leaves this process and ends with it.
 */
export function createSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    /** Ed25519, 32 bytes in base64. */
    publicKey: raw.toString('base64'),
    sign(content: object): Signed {
      const text = JSON.stringify(content);
      return { text, signature: sign(null, Buffer.from(text), privateKey).toString('base64') };
    },
  };
}
