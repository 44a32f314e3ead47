import { processTime } from '@tallystick/shared/time/monotonic-clock';
import { LRUCache } from 'lru-cache';
import { digestOf, newSecret } from './secret.ts';

/** How long a link is good, in milliseconds. */
const validMs = 10 * 60_000;
/** Beyond, the oldest is forgotten. */
const maxOpen = 100;

export type SignInLinks = ReturnType<typeof openSignInLinks>;

/**
 * Links by which whoever has a token opens the console without typing it, such as from a terminal. The code
 * stands in the fragment, which no browser sends anywhere.
 *
 * @param console where browsers reach the console
 * @param now milliseconds since 1970
 */
export function openSignInLinks(console: string, now: () => number = processTime) {
  const open = new LRUCache<string, string>({
    max: maxOpen,
    // A time to live includes its last millisecond.
    ttl: validMs - 1,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    issue(tokenId: string): string {
      const code = newSecret();
      open.set(digestOf(code), tokenId);
      return `${console}/#sign-in=${code}`;
    },
    /** The token that a link's code signs in as: once; null for all else. */
    redeem(code: string): string | null {
      const key = digestOf(code);
      const tokenId = open.get(key) ?? null;
      open.delete(key);
      return tokenId;
    },
  };
}
