import { processTime } from '@tallystick/shared/time/monotonic-clock';
import { digestOf, newSecret } from './secret.ts';

/** How long a session lasts, in seconds. */
const lifetime = 12 * 60 * 60;
/** How many sessions there are at once, of one token and in all. */
const maxOfToken = 20;
const maxSessions = 1_000;
/** The cookie that holds a session's id. */
export const cookieName = 'tallystick-console';

export type ConsoleSessions = ReturnType<typeof openConsoleSessions>;

/**
 * Who is signed in to the console: kept in this process only, each by the id of their token. The cookie is for `/v1` alone: cookies do not tell ports apart, so it would be sent to the site
 * and the ledger of the same host as well.
 *
 * @param secure whether browsers reach the console by https
 * @param now milliseconds since 1970
 */
export function openConsoleSessions(secure: boolean, now: () => number = processTime) {
  const sessions = new Map<string, { tokenId: string; until: number }>();
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/v1; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  /** Makes room for one more of a token: first by its own, then by those of who has most. */
  function makeRoom(tokenId: string): void {
    // Oldest first.
    const byToken = new Map<string, string[]>();
    for (const [key, session] of sessions) {
      if (session.until <= now()) sessions.delete(key);
      else byToken.set(session.tokenId, [...(byToken.get(session.tokenId) ?? []), key]);
    }
    const own = byToken.get(tokenId) ?? [];
    const all = [...byToken.values()];
    const largest = Math.max(0, ...all.map(({ length }) => length));
    const [oldest] = all.find(({ length }) => length === largest) ?? [];
    if (own.length >= maxOfToken) sessions.delete(own[0] ?? '');
    else if (sessions.size >= maxSessions) sessions.delete(oldest ?? '');
  }

  return {
    /** Starts a session; answers the cookie to set. */
    start(tokenId: string): string {
      makeRoom(tokenId);
      const id = newSecret();
      sessions.set(digestOf(id), { tokenId, until: now() + lifetime * 1_000 });
      return cookie(id, lifetime);
    },
    /** The token of the session that a request's cookies name, or null. */
    tokenOf(cookies: string | undefined): string | null {
      const session = sessions.get(digestOf(valueIn(cookies)));
      return session !== undefined && session.until > now() ? session.tokenId : null;
    },
    /** Ends the session that the cookies name; answers the cookie that takes theirs away. */
    end(cookies: string | undefined): string {
      sessions.delete(digestOf(valueIn(cookies)));
      return cookie('', 0);
    },
  };
}

function valueIn(cookies = ''): string {
  return new RegExp(`(?:^|; *)${cookieName}=([\\w-]{43})(?:;|$)`).exec(cookies)?.[1] ?? '';
}
