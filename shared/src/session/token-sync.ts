import * as v from 'valibot';
import { elapsed } from './waiting.ts';

/** Tells a server who is signed in. */
export interface TokenSync {
  /** The present token, null for nobody. Only the newest counts; what was told is not told again. */
  readonly tell: (token: string | null) => void;
}

export interface TokenSyncParts {
  readonly url: string;
  /** What the server was told before this page: null for nobody, undefined if that is not known. */
  readonly before: null | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** Seconds: an older token was told when it was new. */
const maxAge = 300;
const attempts = 5;
const firstWait = 5_000;
const timeout = 30_000;

const claimsSchema = v.pipe(v.string(), v.parseJson(), v.object({ iat: v.number() }));

/**
 * POSTs each new token to `url` as a bearer, and DELETEs there when nobody is signed in; one call at
 * a time, in order. A call that fails is tried again four times (after 5 s, 10 s, 20 s, 40 s), then
 * left until the next change. Nothing waits for it, and nobody hears of a failure.
 */
export function createTokenSync(parts: TokenSyncParts): TokenSync {
  const { url, before, now = Date.now, wait = elapsed } = parts;
  let told: string | null | undefined = before;
  let wanted: string | null | undefined = before;
  let running = false;

  const run = async () => {
    if (running) return;
    running = true;
    let failures = 0;
    while (wanted !== undefined && wanted !== told) {
      const token = wanted;
      if (isOld(token, now()) || (await sent(url, token))) {
        told = token;
        failures = 0;
        continue;
      }
      failures = token === wanted ? failures + 1 : 0;
      if (failures === attempts) break;
      if (failures > 0) await wait(firstWait * 2 ** (failures - 1));
    }
    running = false;
  };

  return {
    tell: (token) => {
      wanted = token;
      void run();
    },
  };
}

function isOld(token: string | null, now: number): boolean {
  return token !== null && now / 1_000 - issuedAt(token) > maxAge;
}

/** Seconds since 1970; of a token that cannot be read, long ago. */
function issuedAt(token: string): number {
  const [, payload = ''] = token.split('.');
  try {
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const claims = v.safeParse(claimsSchema, json);
    return claims.success ? claims.output.iat : 0;
  } catch {
    return 0;
  }
}

async function sent(url: string, token: string | null): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: token === null ? 'DELETE' : 'POST',
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      credentials: 'include',
      redirect: 'error',
      keepalive: true,
      signal: AbortSignal.timeout(timeout),
    });
    return response.ok;
  } catch {
    return false;
  }
}
