import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as v from 'valibot';

/** What the mail needs: the code in the clear, which is kept nowhere else. */
export interface Letter {
  to: string;
  code: string;
}

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
const letterSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ to: v.string(), code: v.string() }),
);

/** Seals letters, so that the store holds neither address nor code. */
export type Seal = ReturnType<typeof createSeal>;

/** AES-256-GCM; what is sealed is nonce, tag, text. `key`: 32 bytes. */
export function createSeal(key: Uint8Array) {
  return {
    /** `trxn` is the request that the code answers. */
    close(trxn: string, letter: Letter): Buffer {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(trxn));
      const text = Buffer.concat([cipher.update(JSON.stringify(letter), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    /** The letter; null if it was sealed with another key or for another request. */
    open(trxn: string, sealed: Uint8Array): Letter | null {
      const [nonce, tag, text] = [
        sealed.subarray(0, nonceLength),
        sealed.subarray(nonceLength, nonceLength + tagLength),
        sealed.subarray(nonceLength + tagLength),
      ];
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
          .setAAD(Buffer.from(trxn))
          .setAuthTag(tag);
        const opened = Buffer.concat([decipher.update(text), decipher.final()]);
        return v.parse(letterSchema, opened.toString('utf8'));
      } catch {
        return null;
      }
    },
  };
}
