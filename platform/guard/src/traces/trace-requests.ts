import { AsyncLocalStorage } from 'node:async_hooks';
import {
  formatTraceparent,
  newTrace,
  parseTraceparent,
  type TraceContext,
} from '@tallystick/contract/traceparent';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operatorRoutes } from '../operator-routes.ts';
import type { Tracing } from './tracing.ts';

const current = new AsyncLocalStorage<TraceContext>();
const traces = new WeakMap<FastifyRequest, TraceContext>();

/** Where the code that runs stands in a trace; undefined: in none. */
export const currentTrace = (): TraceContext | undefined => current.getStore();

/** The header `traceparent` for a call that the present request causes; undefined: none does. */
export function currentTraceparent(): string | undefined {
  const context = currentTrace();
  return context && formatTraceparent(context);
}

/** Where a request stands in a trace. */
export function traceOf(request: FastifyRequest): TraceContext {
  const known = traces.get(request) ?? newTrace();
  traces.set(request, known);
  return known;
}

/**
 * Gives each request a trace: that of its header `traceparent`, else one of its own. The answer tells its id
 * (`x-trace-id`), and with `tracing` it is recorded as a span. Addresses are not, only patterns of routes. What machines
 * ask is not recorded either, nor what it causes: that would be most of all spans.
 */
export function traceRequests(server: FastifyInstance, tracing: Tracing | undefined): void {
  server.addHook('onRequest', (request, reply, done) => {
    const parent = parseTraceparent(request.headers.traceparent);
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': method, 'http.route': route };
    if (operatorRoutes.includes(route)) {
      reply.header('x-trace-id', traceOf(request).traceId);
      return done();
    }
    const span = tracing?.start(`${method} ${route}`, 'server', parent, attributes);
    if (span !== undefined) {
      reply.raw.once('close', () => {
        const { headersSent, statusCode } = reply.raw;
        const status = headersSent ? { 'http.response.status_code': statusCode } : {};
        span.end(status, headersSent && statusCode >= 500);
      });
    }
    const context = span?.context ?? parent ?? newTrace();
    traces.set(request, context);
    reply.header('x-trace-id', context.traceId);
    current.run(context, done);
  });
  // The body is read in the connection's async context, which has no trace.
  server.addHook('preValidation', (request, _reply, done) =>
    operatorRoutes.includes(request.routeOptions.url ?? '')
      ? done()
      : current.run(traceOf(request), done),
  );
}
