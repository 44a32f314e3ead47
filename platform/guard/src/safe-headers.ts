/** What every answer of a server says to browsers, whatever it is an answer to. */
export interface SafeHeaders {
  /** Whether browsers reach the server by https. */
  secure: boolean;
  /** Whether addresses of this server's pages may be told to itself, or to nobody. */
  referrer: 'same-origin' | 'no-referrer';
}

/** Policy of what is no page: as a document it may do nothing, and stand in no frame. */
export const nothingPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Names and values, for answers that do not say otherwise. */
export function safeHeaders({ secure, referrer }: SafeHeaders): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': referrer,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'content-security-policy': nothingPolicy,
    ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
