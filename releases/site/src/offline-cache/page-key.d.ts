/** The key by which a browser verifies that this site sent the page that it has cached. */
export interface PageKey {
  /** As the worker gets it: raw, base64url. */
  publicKey: string;
  /** Signature of a page's JSON, base64url. */
  sign(json: string): string;
}
/** @param secret 32 bytes; with another secret, browsers drop the pages that they have cached */
export declare function pageKey(secret: Uint8Array): PageKey;
