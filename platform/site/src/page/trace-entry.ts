import { currentTraceparent } from '@tallystick/guard/traces/trace-requests';
import type { FastifyInstance } from 'fastify';
import { isNavigation } from '../reports/page-tickets.ts';

/**
 * Tells a page in `server-timing` the trace of the request that served it, so that its first calls continue that trace.
 * A browser sends no trace with a navigation.
 */
export function tellTrace(server: FastifyInstance): void {
  server.addHook('onSend', async ({ headers }, reply) => {
    const trace = currentTraceparent();
    if (trace === undefined || !isNavigation(headers)) return;
    const others = reply.getHeader('server-timing');
    const entries = others === undefined ? [] : [String(others)];
    reply.header('server-timing', [...entries, `traceparent;desc="${trace}"`].join(', '));
  });
}
