import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import * as v from 'valibot';

/**
 * Encrypts what is kept in the database with a key that is not there. Reading the database gives no refresh token, and
 * writing there makes no session.
 *
 * @param key 32 bytes
 */
export function openSeal<S extends v.GenericSchema>(key: Uint8Array, schema: S) {
  const json = v.pipe(v.string(), v.parseJson(), schema);
  return {
    seal: (value: v.InferInput<S>): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    /** Null: it was not sealed by this key, or somebody has changed it. */
    open: async (sealed: string): Promise<v.InferOutput<S> | null> => {
      try {
        const { plaintext } = await compactDecrypt(sealed, key);
        return v.parse(json, new TextDecoder().decode(plaintext));
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
