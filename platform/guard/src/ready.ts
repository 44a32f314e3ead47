import { within } from '@tallystick/timing/within';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { asOwnWork } from './caller.ts';
import { usualErrorBody } from './error-body.ts';

/**
 * `GET /ready`: whether the server can serve now, so that requests can be sent elsewhere while it cannot. It can if
 * `serves` says so and it is not stopping. Calls `serves` at most once in `milliseconds`. A call that fails, or takes
 * longer than `limit` milliseconds, is a no, so that nobody waits for long. `/health` says whether the process lives.
 *
 * @param leaving aborted when the process is asked to stop, some time before the server closes
 */
export function tellReady(
  server: FastifyInstance,
  serves: () => Promise<boolean>,
  leaving?: AbortSignal,
  milliseconds = 1_000,
  {
    schema = {},
    sentence = 'Not ready.',
    limit = 2_000,
  }: { schema?: FastifySchema; sentence?: string; limit?: number | undefined } = {},
): void {
  let asked = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  const isReady = async () => {
    if (stopping || leaving?.aborted) return false;
    const now = performance.now();
    if (now - asked >= milliseconds) {
      asked = now;
      answer = within(limit, asOwnWork(serves)).catch(() => false);
    }
    return answer;
  };
  server.get('/ready', { schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (await isReady()) return { status: 'ready' };
    const { errorBody = usualErrorBody } = server;
    return reply.code(503).header('retry-after', '5').send(errorBody(503, sentence));
  });
}
