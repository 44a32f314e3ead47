import { currentTraceparent } from '@tallystick/guard/traces/trace-requests';
import type { FastifyInstance } from 'fastify';
import { isNavigation } from '../reports/page-tickets.ts';

/**
 * Tells a page the trace of the request by which it was served, in `server-timing`, so that its first calls
 * go on with it: a navigation itself cannot say where it belongs.
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
