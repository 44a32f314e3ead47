import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { errorBody } from '../service/errors.ts';

/** Seconds; a page of a list takes some milliseconds, an export minutes. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Adds a number that is read whenever the metrics are. */
export type Measure = (name: string, help: string, read: () => number) => void;

/**
 * `GET /metrics` in Prometheus's text format: time and outcome of requests by route, what is under
 * way, the process itself, and the given gauges. Routes are patterns, so labels are bounded.
 * To whom they are not allowed the route does not exist.
 */
export function serveMetrics(
  app: FastifyInstance,
  allowed: (request: Pick<FastifyRequest, 'socket' | 'headers'>) => boolean,
): Measure {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [register],
  });
  const underWay = new Gauge({
    name: 'http_requests_under_way',
    help: 'Requests that are not answered yet, streams included',
    registers: [register],
  });
  app.addHook('onRequest', async (_request, reply) => {
    underWay.inc();
    reply.raw.once('close', () => underWay.dec());
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!allowed(request)) return reply.code(404).send(errorBody(404));
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics());
  });

  return (name, help, read) => {
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read());
      },
    });
  };
}
