import type { OpenSigned } from './read-release.ts';

/** A text has no good signature by a key that is known. */
export class NotSigned extends Error {}

/**
 * Whether one of the keys (Ed25519, 32 bytes in base64) has signed a text. A page needs a secure context for it:
 * https, or this machine.
 */
export function signedBy(
  keys: readonly string[],
): (text: string, signature: Uint8Array<ArrayBuffer>) => Promise<boolean> {
  return async (text, signature) => {
    const bytes = new TextEncoder().encode(text);
    for (const key of keys) {
      const imported = await crypto.subtle.importKey('raw', decode(key), 'Ed25519', false, [
        'verify',
      ]);
      if (await crypto.subtle.verify('Ed25519', imported, signature, bytes)) return true;
    }
    return false;
  };
}

/** Opens what was signed with one of the keys. */
export function openSignedBy(keys: readonly string[]): OpenSigned {
  const isSigned = signedBy(keys);
  return async ({ text, signature }) => {
    if (await isSigned(text, decode(signature))) return JSON.parse(text);
    throw new NotSigned('It is not signed by the registry.');
  };
}

export function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
