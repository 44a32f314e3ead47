import type { FastifyInstance } from 'fastify';

/**
 * `GET /ready`: whether the server can serve now, so that requests can be sent elsewhere while it
 * cannot; it is not stopping, and `serves` says so. `/health` says whether the process lives.
 */
export function tellReady(server: FastifyInstance, serves: () => Promise<boolean>): void {
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.get('/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!stopping && (await serves().catch(() => false))) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ code: 503, error: 'Not ready.' });
  });
}
