import { currentClient } from '@tallystick/guard/caller';
import { openCounts } from '@tallystick/guard/slots';
import { currentTraceparent } from '@tallystick/guard/traces/trace-requests';
import { LRUCache } from 'lru-cache';
import type { AskApi, SiteApi } from '../definition/define-site.ts';
import { postOrGet } from './post-or-get.ts';

/** After so many failures one after the other the API is left alone … */
const maxFailures = 3;
/** … for so many milliseconds; then one call tries whether it answers again. */
const restMs = 5_000;
/** Clients that the API has refused lately and that are remembered. */
const maxRefused = 1_000;

export interface ApiCallOptions {
  /** Milliseconds that a call may take. */
  timeoutMs: number;
  /** Calls at once; what is more fails without being made. One client has no more than there are places left. */
  maxRunning: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Calls of the site's API that cost little when it is slow or away: a circuit breaker. Each says for which client
 * it is made, whose share of the API it takes; whom the API refuses (429) rests alone. A call that is not made
 * resolves to `{code: 0, error}`, as one without an answer does.
 */
export function callApi(
  api: Pick<SiteApi, 'url' | 'headers'> | undefined,
  { timeoutMs, maxRunning, now }: ApiCallOptions,
): AskApi {
  if (api === undefined) return async () => noApi;
  /** How many calls each client is waiting for. */
  const running = openCounts();
  const refusedUntil = new LRUCache<string, number>({ max: maxRefused });
  let failures = 0;
  let restsUntil = 0;
  return async (path, body, signal) => {
    const client = currentClient();
    const who = client ?? '';
    const places = maxRunning - running.sum() - (client === undefined ? 0 : running.of(who));
    if (places <= 0 || now() < Math.max(restsUntil, refusedUntil.get(who) ?? 0)) return notCalled;
    if (failures >= maxFailures) restsUntil = now() + timeoutMs;
    running.add(who, 1);
    try {
      const traceparent = currentTraceparent();
      const headers = {
        ...api.headers,
        ...(body !== null && { 'content-type': 'application/json' }),
        ...(traceparent !== undefined && { traceparent }),
        ...(client !== undefined && { 'x-forwarded-for': client }),
      };
      const result = await postOrGet(`${api.url}/${path}`, { headers, body, timeoutMs, signal });
      if (result.code === 429) refusedUntil.set(who, now() + restMs);
      const failed = result.code === 0 || result.code >= 500;
      failures = failed ? failures + 1 : 0;
      restsUntil = failures >= maxFailures ? now() + restMs : 0;
      return result;
    } finally {
      running.add(who, -1);
    }
  };
}

const noApi = { code: 0, error: 'The site has no API.' };
const notCalled = { code: 0, error: "The site's API is not asked just now." };
