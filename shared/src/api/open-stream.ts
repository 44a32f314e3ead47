import * as v from 'valibot';
import { callErrorSchema } from '../contracts/calls.ts';
import type { Answer } from './answer.ts';
import { type CallBody, headersFor, type Service } from './call.ts';

/** Opens the answer of one call as a stream of bytes. */
export type OpenStream = (
  path: string,
  body: CallBody,
  signal: AbortSignal,
) => Promise<Answer<ReadableStream<Uint8Array>>>;

const defaultTimeout = 30_000;
const errorSchema = v.pipe(v.string(), v.parseJson(), callErrorSchema);

/**
 * POSTs `body` as JSON to `path` (without a leading slash) and resolves to the answer's bytes as
 * they come. The timeout is for the answer's beginning alone. Rejects only when `signal` aborts.
 */
export async function openServiceStream(
  service: Service,
  path: string,
  body: CallBody,
  signal: AbortSignal,
): Promise<Answer<ReadableStream<Uint8Array>>> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), service.timeout ?? defaultTimeout);
  try {
    const response = await fetch(`${service.url}/${path}`, {
      method: 'POST',
      headers: headersFor(service),
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, waiting.signal]),
    });
    const { status: code } = response;
    if (response.ok && response.body) return { ok: true, code, data: response.body };
    const refusal = v.safeParse(errorSchema, await response.text());
    const error = refusal.success
      ? refusal.output.error
      : `The ledger service refused the call (status ${code}).`;
    return { ok: false, code, error };
  } catch (reason) {
    if (signal.aborted) throw reason;
    return waiting.signal.aborted
      ? { ok: false, code: 0, error: 'The ledger service took too long to answer.' }
      : { ok: false, code: 0, error: 'The ledger service cannot be reached.' };
  } finally {
    clearTimeout(timer);
  }
}
