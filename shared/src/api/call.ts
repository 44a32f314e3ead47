import * as v from 'valibot';
import type { ServiceName } from '../contracts/calls.ts';

/** Where calls go, and the static credential they carry. */
export interface Service {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** What caused the call (W3C Trace Context); absent: it does not say. */
  readonly traceparent?: string | undefined;
  /** On whose behalf the caller asks: an address, which who trusts the caller counts. Absent: its own. */
  readonly client?: string | undefined;
  /** Milliseconds until a call without an answer is given up. */
  readonly timeout?: number;
}

export interface CallBody {
  readonly data: Readonly<Record<string, unknown>>;
  readonly srvc?: ServiceName;
  /** The newest live event that the asker was shown. Absent: whatever the service has is new enough. */
  readonly seen?: number;
}

/** The answer's body with the HTTP status merged in as `code`. */
export type CallResult = Readonly<Record<string, unknown>> & { readonly code: number };

/** One request; rejects only when `signal` aborts. */
export type Call = (path: string, body: CallBody, signal?: AbortSignal) => Promise<CallResult>;

const defaultTimeout = 30_000;
const bodySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((body) => !Array.isArray(body)),
  v.record(v.string(), v.unknown()),
);

/** The headers of a call. */
export function headersFor({ token, traceparent, client }: Service): Record<string, string> {
  return {
    'content-type': 'application/json',
    authorization: token,
    ...(traceparent !== undefined && { traceparent }),
    ...(client !== undefined && { 'x-forwarded-for': client }),
  };
}

/**
 * POSTs `body` as JSON to `path` (without a leading slash) and resolves to the answer's body with
 * the HTTP status as `code`. Without an answer: `{code: 0, error}`; with one that is no JSON object:
 * `{code: <status>, error}`. Rejects only when `signal` aborts, with the signal's reason.
 */
export async function callService(
  service: Service,
  path: string,
  body: CallBody,
  signal?: AbortSignal,
): Promise<CallResult> {
  const timeout = AbortSignal.timeout(service.timeout ?? defaultTimeout);
  try {
    const response = await fetch(`${service.url}/${path}`, {
      method: 'POST',
      headers: headersFor(service),
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const parsed = v.safeParse(bodySchema, await response.text());
    return parsed.success
      ? { ...parsed.output, code: response.status }
      : { code: response.status, error: 'The ledger service gave an answer that cannot be read.' };
  } catch (reason) {
    if (signal?.aborted) throw reason;
    return timeout.aborted
      ? { code: 0, error: 'The ledger service took too long to answer.' }
      : { code: 0, error: 'The ledger service cannot be reached.' };
  }
}
