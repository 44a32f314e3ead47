import type { ServiceName } from '../contracts/calls.ts';
import { postCall, resultOf } from './post-call.ts';

/** Where calls go, and the static credential they carry. */
export interface Service {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** What caused the call (W3C Trace Context); absent: it does not say. */
  readonly traceparent?: string | undefined;
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

/** The headers of a call. */
export function headersFor({ token, traceparent }: Service): Record<string, string> {
  return {
    'content-type': 'application/json',
    authorization: token,
    ...(traceparent !== undefined && { traceparent }),
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
  const limits = { timeout: service.timeout, signal };
  return await postCall(`${service.url}/${path}`, headersFor(service), body, limits, resultOf);
}
