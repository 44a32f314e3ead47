import type { FastifyInstance } from 'fastify';
import { asOwnWork } from './caller.ts';

/** Milliseconds for which an answer is reused. */
const cachedMs = 1_000;

/**
 * The answer of `ask`, called at most once in `milliseconds`; false if it fails. Never rejects.
 */
export function answerFor(
  ask: () => Promise<boolean>,
  milliseconds = cachedMs,
): () => Promise<boolean> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  return () => {
    const now = performance.now();
    if (now - asked >= milliseconds) {
      asked = now;
      answer = asOwnWork(ask).catch(() => false);
    }
    return answer;
  };
}

/**
 * `GET /ready`: whether the server can serve now, so that requests can be sent elsewhere while it
 * cannot; it is not stopping, and `serves` says so. `/health` says whether the process lives.
 *
 * @param leaving aborted when the process is asked to stop, some time before the server closes
 */
export function tellReady(
  server: FastifyInstance,
  serves: () => Promise<boolean>,
  leaving?: AbortSignal,
  milliseconds?: number,
): void {
  const isServing = answerFor(serves, milliseconds);
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.get('/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!stopping && leaving?.aborted !== true && (await isServing())) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ code: 503, error: 'Not ready.' });
  });
}
