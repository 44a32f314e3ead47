import { type CachedPage, signedText } from './cached-page.ts';

const signatureHeader = 'x-page-proof';

/** A page's JSON and the signature of it, base64url. */
export interface SignedPage {
  json: string;
  signature: string;
}

/**
 * Opens pages that the site server has signed; null: the signature is wrong.
 *
 * @param key the site server's public key: raw, base64url
 */
export function pageOpener(key: string): (signed: SignedPage) => Promise<CachedPage | null> {
  const verifying = crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify']);
  verifying.catch(() => {});
  let known: { json: string; page: CachedPage } | null = null;

  return async ({ json, signature }) => {
    if (known?.json === json) return known.page;
    const text = new TextEncoder().encode(signedText(json));
    const valid = await crypto.subtle.verify('Ed25519', await verifying, bytesOf(signature), text);
    if (!valid) return null;
    const page: CachedPage = JSON.parse(json);
    known = { json, page };
    return page;
  };
}

export async function signedPageIn(response: Response): Promise<SignedPage> {
  return { json: await response.text(), signature: response.headers.get(signatureHeader) ?? '' };
}

export function responseOf({ json, signature }: SignedPage): Response {
  return new Response(json, { headers: { [signatureHeader]: signature } });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
