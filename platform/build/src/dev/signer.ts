import { generateKeyPairSync, sign } from 'node:crypto';
import { leafOfEntry } from '@tallystick/contract/log-proof';
import type { EntryProof } from '@tallystick/contract/release-proof';
import type { Signed } from '@tallystick/contract/signed-release';

export type Signer = ReturnType<typeof createSigner>;

/**
 * Signs what a page of the proxy is to believe beside what the registry has signed. The key is made
 * now, never leaves this process and ends with it.
 */
export function createSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey);
  return {
    /** Ed25519, 32 bytes in base64. */
    publicKey: raw.toString('base64'),
    sign(content: object): Signed {
      const text = JSON.stringify(content);
      return { text, signature: signText(text).toString('base64') };
    },
    /** Proves what has this hash (SHA-256, in hexadecimal digits) by a log that has no other entry. */
    async prove(attestation: string): Promise<EntryProof> {
      const record = '0'.repeat(64);
      const root = Buffer.from(await leafOfEntry(record, attestation)).toString('base64');
      const text = `working-copy\n1\n${root}\n`;
      const signature = Buffer.concat([Buffer.alloc(4), signText(text)]).toString('base64');
      return { record, frontier: '', checkpoint: `${text}\n— working-copy ${signature}\n` };
    },
  };
}
