import { isForeign, isLocal } from '@tallystick/guard/local-peer';
import { openServer } from '@tallystick/guard/open-server';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { errorBody } from '../service/errors.ts';

/** Seconds; a page of a list takes some milliseconds, an export minutes. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Connections to the port of the metrics. */
const maxReaders = 32;

/** Adds a number that is read whenever the metrics are. */
export type Measure = (name: string, help: string, read: () => number) => void;

/** What is measured of a service. */
export type Metrics = ReturnType<typeof takeMetrics>;

/**
 * Measures time and outcome of requests by route, what is under way, the process itself, and what else
 * is given. Routes are patterns, so labels are bounded.
 */
export function takeMetrics(app: FastifyInstance) {
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
  return {
    /** All of it, in Prometheus's text format. */
    read: () => register.metrics(),
    measure: (name: string, help: string, read: () => number): void => {
      new Gauge({
        name,
        help,
        registers: [register],
        collect() {
          this.set(read());
        },
      });
    },
  };
}

/**
 * Serves metrics at `/metrics` of a port of their own, on this machine alone: no proxy that leads the
 * public to the service leads anybody here. Rejects if the port cannot be used.
 */
export async function serveMetrics(
  read: Metrics['read'],
  port: number,
): Promise<{ close(): Promise<unknown> }> {
  const server = openServer(
    { logger: false },
    {
      headers: { secure: false, referrer: 'no-referrer' },
      limits: { inAll: maxReaders, perClient: maxReaders },
    },
  );
  server.get('/metrics', async (request, reply) => {
    if (!isLocal(request.raw) || isForeign(request.headers, [])) {
      return reply.code(404).send(errorBody(404));
    }
    return reply
      .header('cache-control', 'no-store')
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .send(await read());
  });
  await server.listen({ host: '127.0.0.1', port });
  return server;
}
