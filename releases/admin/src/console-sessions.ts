import { cookieNameOf } from '@tallystick/guard/cookie-name';
import type { Registry } from '@tallystick/registry/registry';

/** How long a browser keeps the cookie, in seconds; the registry ends the session by then. */
const lifetime = 12 * 60 * 60;

/** The name of the cookie that holds a session's secret. */
export const sessionCookie = (secure: boolean) => cookieNameOf('tallystick-console', secure);

export type ConsoleSessions = ReturnType<typeof openConsoleSessions>;

/**
 * Who is signed in to the console, by the id of their token; kept by the registry, so that every server
 * knows it. Over plain http the cookie is for `/v1` alone: cookies do not tell ports apart, so it would be sent to the
 * site and the ledger of the same host as well. Over https, where each has a host of its own, it is for this host alone,
 * which no path can be said with.
 *
 * @param secure whether browsers reach the console by https
 */
export function openConsoleSessions({ shortLived }: Pick<Registry, 'shortLived'>, secure: boolean) {
  const name = sessionCookie(secure);
  const pattern = new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`);
  const valueIn = (cookies = '') => pattern.exec(cookies)?.[1] ?? '';
  const cookie = (value: string, seconds: number) =>
    `${name}=${value}; Path=${secure ? '/' : '/v1'}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  return {
    /** Starts a session; answers the cookie to set. */
    start: async (tokenId: string): Promise<string> =>
      cookie(await shortLived.issue('console-session', tokenId, tokenId), lifetime),
    /** The token of the session that a request's cookies name, or null. */
    tokenOf: (cookies: string | undefined): Promise<string | null> =>
      shortLived.find('console-session', valueIn(cookies)),
    /** Ends the session that the cookies name; answers the cookie that takes theirs away. */
    async end(cookies: string | undefined): Promise<string> {
      await shortLived.take('console-session', valueIn(cookies));
      return cookie('', 0);
    },
  };
}
