import type { OpenSigned } from './read-release.ts';

/** A text has no good signature by a key that is known. */
export class NotSigned extends Error {}

/**
 * Opens what was signed with one of the keys (Ed25519, 32 bytes in base64). A page needs a secure
 * context for it: https, or this machine.
 */
export function openSignedBy(keys: readonly string[]): OpenSigned {
  return async ({ text, signature }) => {
    const bytes = new TextEncoder().encode(text);
    for (const key of keys) {
      const imported = await crypto.subtle.importKey('raw', decode(key), 'Ed25519', false, [
        'verify',
      ]);
      if (await crypto.subtle.verify('Ed25519', imported, decode(signature), bytes)) {
        return JSON.parse(text);
      }
    }
    throw new NotSigned('It is not signed by the registry.');
  };
}

function decode(base64: string) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
