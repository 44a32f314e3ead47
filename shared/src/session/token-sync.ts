import { serverNow } from '@tallystick/timing/server-clock';
import * as v from 'valibot';
import { jsonText } from './stored.ts';
import { elapsed } from './waiting.ts';

/** Tells the site's own server at `identity.syncUrl` who is signed in: one tab of a browser does, for all. */
export type TokenSync = ReturnType<typeof createTokenSync>;

export interface TokenSyncParts {
  readonly url: string;
  /** What was reported to the server before this page: null for nobody, undefined if that is not known. */
  readonly before: null | undefined;
  /**
   * Queues this tab to be the one that reports: calls back when it is; returns how to leave the queue.
   * Absent: each tab reports for itself.
   */
  readonly lead?: ((onLead: () => void) => () => void) | undefined;
  /** Milliseconds since 1970, by the clock of servers. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** Seconds: an older token was reported when it was new. */
const maxAge = 300;
const attempts = 5;
const firstWait = 5_000;
const timeout = 30_000;
/** Seconds: tokens of one user issued within so long are several tabs' renewals of the same. */
const sameRenewal = 60;

const claimsSchema = v.pipe(jsonText, v.object({ sub: v.string(), iat: v.number() }));
/** The user of a token, and when it was issued, in seconds since 1970. */
type Claims = v.InferOutput<typeof claimsSchema>;

/**
 * POSTs each new token to `url` as a bearer, and DELETEs there when nobody is signed in; one call at
 * a time, in order. A call that fails is tried again four times (after 5 s, 10 s, 20 s, 40 s), then
 * left until the next change. Nothing waits for it, and nobody hears of a failure.
 *
 * The other tabs know what there is to report as well. When the one that reports is closed, the next says
 * it again unless it is old: nobody knows whether the last word arrived.
 */
export function createTokenSync(parts: TokenSyncParts) {
  const { url, before, lead, now = serverNow, wait = elapsed } = parts;
  let reported: string | null | undefined = before;
  let wanted: string | null | undefined = before;
  let running = false;
  let leading = lead === undefined;
  let leave: (() => void) | undefined;
  let wake = () => {};
  const nextReport = () => new Promise<void>((resolve) => (wake = resolve));

  const queueUp = () => {
    leave ??= lead?.(() => {
      leading = true;
      void run();
    });
  };

  const run = async () => {
    if (running) return;
    running = true;
    let failures = 0;
    while (leading && wanted !== undefined && !isSame(reported, wanted)) {
      const token = wanted;
      if (isOld(token, now()) || (await send(url, token))) {
        reported = token;
        failures = 0;
        continue;
      }
      // The server may have heard it all the same.
      reported = undefined;
      failures = token === wanted ? failures + 1 : 0;
      if (failures === attempts) break;
      if (failures === 0) continue;
      // What is wanted may change meanwhile, such as by signing out: that is told at once.
      await Promise.race([wait(firstWait * 2 ** (failures - 1)), nextReport()]);
      if (token !== wanted) failures = 0;
    }
    running = false;
  };

  // A user may have been here before this page, so even a sign-out must be reported.
  if (before === undefined) queueUp();
  return {
    /** The present token, null for nobody. Only the newest counts; what was reported is not reported again. */
    report: (token: string | null) => {
      if (token === wanted) return;
      wanted = token;
      // While another tab reports, this one does not know what was sent.
      if (!leading) reported = undefined;
      queueUp();
      wake();
      void run();
    },
    /**
     * The page is left, perhaps to come back: another tab may report from now on. What this page reports while
     * it ends is still reported.
     */
    hide: () => leave?.(),
    show: () => {
      if (!leave) return;
      leave = undefined;
      leading = false;
      reported = undefined;
      queueUp();
    },
  };
}

/** Whether both are the same token, or tokens from the same renewal by two tabs. */
function isSame(reported: string | null | undefined, wanted: string | null): boolean {
  if (typeof reported !== 'string' || wanted === null) return reported === wanted;
  if (reported === wanted) return true;
  const [one, other] = [claimsOf(reported), claimsOf(wanted)];
  return one?.sub === other?.sub && Math.abs((one?.iat ?? 0) - (other?.iat ?? 0)) < sameRenewal;
}

/** A token that cannot be read is as good as old. */
function isOld(token: string | null, now: number): boolean {
  return token !== null && now / 1_000 - (claimsOf(token)?.iat ?? 0) > maxAge;
}

function claimsOf(token: string): Claims | null {
  const [, payload = ''] = token.split('.');
  try {
    return v.parse(claimsSchema, atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}

async function send(url: string, token: string | null): Promise<boolean> {
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
