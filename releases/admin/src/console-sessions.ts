import { createHash, randomBytes } from 'node:crypto';

/** How long a session lasts, in seconds. */
const lifetime = 12 * 60 * 60;
const most = 1_000;
const cookieName = 'tallystick-console';

/** Who is signed in to the console: kept in this process only, each by the id of their token. */
export interface ConsoleSessions {
  /** Starts a session; answers the cookie to set. */
  start(tokenId: string): string;
  /** The token of the session that a request's cookies name, or null. */
  tokenOf(cookies: string | undefined): string | null;
  /** Ends the session that the cookies name; answers the cookie that takes theirs away. */
  end(cookies: string | undefined): string;
}

/**
 * The cookie is for `/v1` alone: cookies do not tell ports apart, so it would be sent to the site
 * and the ledger of the same host as well.
 *
 * @param secure whether browsers reach the console by https
 * @param now milliseconds since 1970
 */
export function openConsoleSessions(
  secure: boolean,
  now: () => number = Date.now,
): ConsoleSessions {
  const sessions = new Map<string, { tokenId: string; until: number }>();
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/v1; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

  function forgetOld(): void {
    for (const [key, { until }] of sessions) {
      if (until > now() && sessions.size < most) return;
      sessions.delete(key);
    }
  }

  return {
    start(tokenId) {
      forgetOld();
      const id = randomBytes(32).toString('base64url');
      sessions.set(digest(id), { tokenId, until: now() + lifetime * 1_000 });
      return cookie(id, lifetime);
    },
    tokenOf(cookies) {
      const session = sessions.get(digest(valueIn(cookies)));
      return session !== undefined && session.until > now() ? session.tokenId : null;
    },
    end(cookies) {
      sessions.delete(digest(valueIn(cookies)));
      return cookie('', 0);
    },
  };
}

function valueIn(cookies = ''): string {
  return new RegExp(`(?:^|; *)${cookieName}=([\\w-]{43})(?:;|$)`).exec(cookies)?.[1] ?? '';
}

/** Kept in place of the id: how long a look-up takes then tells nothing of it. */
function digest(id: string): string {
  return createHash('sha256').update(id).digest('base64');
}
