import { cookieNameOf } from '@tallystick/guard/cookie-name';
import type { Registry } from '@tallystick/registry/registry';
import { LRUCache } from 'lru-cache';

/** How long a browser keeps the cookie, in seconds; the registry ends the session by then. */
const lifetime = 12 * 60 * 60;

/** The name of the cookie that holds a session's secret. */
export const sessionCookie = (secure: boolean) => cookieNameOf('tallystick-console', secure);

export type ConsoleSessions = ReturnType<typeof openConsoleSessions>;

/**
 * Who is signed in to the console, by the id of their token. The registry keeps it, so that every server knows it.
 *
 * Over plain http the cookie is for `/v1` alone. Cookies do not tell ports apart, so with the path `/` it would also go
 * to the site and to other services of the same host. Over https each of these has a host of its own. There the name
 * begins with `__Host-`, which binds the cookie to this host and requires the path `/`.
 *
 * @param secure whether browsers reach the console by https
 */
export function openConsoleSessions({ shortLived }: Pick<Registry, 'shortLived'>, secure: boolean) {
  const name = sessionCookie(secure);
  const pattern = new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`);
  const valueIn = (cookies = '') => pattern.exec(cookies)?.[1] ?? '';
  const cookie = (value: string, seconds: number) =>
    `${name}=${value}; Path=${secure ? '/' : '/v1'}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  /** Secrets that this process has found good. */
  const seen = new LRUCache<string, true>({ max: 1_000 });

  return {
    /** Starts a session; answers the cookie to set. */
    async start(tokenId: string): Promise<string> {
      const value = await shortLived.issue('console-session', tokenId, tokenId);
      seen.set(value, true);
      return cookie(value, lifetime);
    },
    /** The token of the session that a request's cookies name, or null. */
    async tokenOf(cookies: string | undefined): Promise<string | null> {
      const value = valueIn(cookies);
      const tokenId = await shortLived.find('console-session', value);
      if (tokenId !== null) seen.set(value, true);
      return tokenId;
    },
    /** The secret that the cookies name, if it was good when it was last looked for; else null. */
    known(cookies: string | undefined): string | null {
      const value = valueIn(cookies);
      return seen.has(value) ? value : null;
    },
    /** Ends the session that the cookies name; answers the cookie that takes theirs away. */
    async end(cookies: string | undefined): Promise<string> {
      seen.delete(valueIn(cookies));
      await shortLived.take('console-session', valueIn(cookies));
      return cookie('', 0);
    },
  };
}
