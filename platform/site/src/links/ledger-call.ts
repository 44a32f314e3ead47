import { currentClient } from '@tallystick/guard/caller';
import { openCounts } from '@tallystick/guard/slots';
import { currentTraceparent } from '@tallystick/guard/traces/trace-requests';
import { type Call, headersFor, type Service } from '@tallystick/shared/api/call';
import { postCall, resultOf } from '@tallystick/shared/api/post-call';
import { LRUCache } from 'lru-cache';

/** After so many failures one after the other the service is left alone … */
const maxFailures = 3;
/** … for so many milliseconds; then one call tries whether it answers again. */
const restMs = 5_000;
/** Clients that the service has refused lately and that are remembered. */
const maxRefused = 1_000;

export interface LedgerCallOptions {
  /** Milliseconds that a call may take. */
  timeoutMs: number;
  /** Calls at once; what is more fails without being made. One client has no more than there are places left. */
  maxRunning: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Calls to the ledger service that cost little when it is slow or away: a circuit breaker. Each says for which client
 * it is made, whose share of the service it takes; whom the service refuses (429) rests alone. A call that
 * is not made resolves to `{code: 0, error}`, as one without an answer does.
 */
export function ledgerCall(
  service: Service,
  { timeoutMs, maxRunning, now }: LedgerCallOptions,
): Call {
  /** By client. */
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
      const headers = {
        ...headersFor({ ...service, traceparent: currentTraceparent() }),
        ...(client !== undefined && { 'x-forwarded-for': client }),
      };
      const limits = { timeout: timeoutMs, signal };
      const result = await postCall(`${service.url}/${path}`, headers, body, limits, resultOf);
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

const notCalled = { code: 0, error: 'The ledger service is not asked just now.' };
