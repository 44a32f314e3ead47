import * as v from 'valibot';
import type { Answer } from './answer.ts';
import { answerOf } from './answer-of.ts';
import { type CallBody, headersFor, type Service } from './call.ts';
import { postCall, resultOf } from './post-call.ts';

/** Opens the answer of one call as a stream of bytes. */
export type OpenStream = (
  path: string,
  body: CallBody,
  signal: AbortSignal,
) => Promise<Answer<ReadableStream<Uint8Array>>>;

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
  const limits = { timeout: service.timeout, signal };
  const opened = await postCall(
    `${service.url}/${path}`,
    headersFor(service),
    body,
    limits,
    async (response): Promise<Answer<ReadableStream<Uint8Array>>> => {
      const { ok, status: code, body: data } = response;
      return ok && data ? { ok, code, data } : answerOf(await resultOf(response), v.never());
    },
  );
  return 'ok' in opened ? opened : { ok: false, ...opened };
}
