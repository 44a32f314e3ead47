import { currentTraceparent } from '@tallystick/guard/traces/trace-requests';
import { type Call, callService, type Service } from '@tallystick/shared/api/call';

/** After so many failures one after the other the service is left alone … */
const maxFailures = 3;
/** … for so many milliseconds; then one call tries whether it answers again. */
const restMs = 5_000;

export interface LedgerCallOptions {
  /** Milliseconds that a call may take. */
  timeoutMs: number;
  /** Calls at once; what is more fails without being made. */
  maxRunning: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Calls to the ledger service that cost little when it is slow or away: a circuit breaker. A call that
 * is not made resolves to `{code: 0, error}`, as one without an answer does.
 */
export function ledgerCall(
  service: Service,
  { timeoutMs, maxRunning, now }: LedgerCallOptions,
): Call {
  let running = 0;
  let failures = 0;
  let restsUntil = 0;
  return async (path, body, signal) => {
    if (running >= maxRunning || now() < restsUntil) return notCalled;
    if (failures >= maxFailures) restsUntil = now() + timeoutMs;
    running += 1;
    try {
      const from = { traceparent: currentTraceparent(), timeout: timeoutMs };
      const result = await callService({ ...service, ...from }, path, body, signal);
      const failed = result.code === 0 || result.code === 429 || result.code >= 500;
      failures = failed ? failures + 1 : 0;
      restsUntil = failures >= maxFailures ? now() + restMs : 0;
      return result;
    } finally {
      running -= 1;
    }
  };
}

const notCalled = { code: 0, error: 'The ledger service is not asked just now.' };
