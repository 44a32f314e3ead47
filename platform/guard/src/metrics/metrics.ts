import { within } from '@tallystick/timing/within';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; a page of a list takes some milliseconds, an export minutes. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
/** What is read for the metrics must answer within so many milliseconds: else it is left out. */
const readTimeout = 1_000;

/** A figure, or one for each value of a label; null: there is none now. */
export type Reading = number | Readonly<Record<string, number>> | null;

/** What a figure is called. */
export interface Figure {
  name: string;
  help: string;
  /** The label by which readings are told apart that have several figures. */
  label?: string;
  /** What it is while it cannot be read, or not within a second; absent: it is left out then. */
  otherwise?: number | null;
}

export type Metrics = ReturnType<typeof openMetrics>;

/** What a process measures: itself, the requests of its servers, and figures that are read when it is asked. */
export function openMetrics() {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['server', 'method', 'route', 'status'],
    buckets,
    registers,
  });
  const underWay = new Gauge({
    name: 'http_requests_under_way',
    help: 'Requests that are not answered yet, streams included',
    labelNames: ['server'],
    registers,
  });
  const streams = new Map<string, () => number>();
  measure({ name: 'event_streams_open', help: 'Open event streams', label: 'server' }, () =>
    Object.fromEntries([...streams].map(([server, size]) => [server, size()])),
  );

  function measure(
    { name, help, label, otherwise = null }: Figure,
    read: () => Reading | Promise<Reading>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers,
      async collect() {
        const value = await within<Reading>(readTimeout, Promise.resolve().then(read)).catch(
          () => otherwise,
        );
        this.reset();
        if (value === null) this.remove();
        else if (typeof value === 'number') this.set(value);
        else for (const [one, n] of Object.entries(value)) this.set({ [label ?? '']: one }, n);
      },
    });
  }

  return {
    /** Adds a figure that is read whenever somebody asks. */
    measure,
    /** A count that only grows; call what it returns with how much more there is. */
    count(name: string, help: string): (more: number) => void {
      const counter = new Counter({ name, help, registers });
      return (more) => counter.inc(more);
    },
    /** Open event streams of a server. */
    countStreams: (server: string, size: () => number): void => void streams.set(server, size),
    /** Measures time and outcome of a server's requests. Routes are patterns, so labels are bounded. */
    observe(app: FastifyInstance, server: string): void {
      app.addHook('onRequest', async (_request, reply) => {
        underWay.inc({ server });
        reply.raw.once('close', () => underWay.dec({ server }));
      });
      app.addHook('onResponse', async (request, reply) => {
        const { method } = request;
        const route = request.routeOptions.url ?? 'none';
        const labels = { server, method, route, status: reply.statusCode };
        seconds.observe(labels, reply.elapsedTime / 1_000);
      });
    },
    /** All of it, in Prometheus's text format. */
    read: () => register.metrics(),
  };
}
