import type { FastifyInstance } from 'fastify';
import { asOwnWork } from './caller.ts';

/**
 * Says whether a server can serve now: `serves` says so, and it is not stopping. Asks at most once in
 * `milliseconds`; what fails is a no.
 *
 * @param leaving aborted when the process is asked to stop, some time before the server closes
 */
export function readiness(
  server: FastifyInstance,
  serves: () => Promise<boolean>,
  leaving?: AbortSignal,
  milliseconds = 1_000,
): () => Promise<boolean> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  return async () => {
    if (stopping || leaving?.aborted) return false;
    const now = performance.now();
    if (now - asked >= milliseconds) {
      asked = now;
      answer = asOwnWork(serves).catch(() => false);
    }
    return answer;
  };
}

/**
 * `GET /ready`: whether the server can serve now, so that requests can be sent elsewhere while it
 * cannot; see `readiness`. `/health` says whether the process lives.
 */
export function tellReady(
  server: FastifyInstance,
  serves: () => Promise<boolean>,
  leaving?: AbortSignal,
  milliseconds?: number,
): void {
  const isReady = readiness(server, serves, leaving, milliseconds);
  server.get('/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (await isReady()) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ code: 503, error: 'Not ready.' });
  });
}
