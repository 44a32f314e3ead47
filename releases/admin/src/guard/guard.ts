import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

const minute = 60_000;
/** Addresses that are remembered; beyond, the one unheard of for longest is forgotten. */
const remembered = 20_000;
/** An IPv6 customer has a network of this many bits at least. */
const ipv6Subnet = 64;
/** Milliseconds by which the event loop may lag before new requests are turned away. */
const longestLag = 5_000;
/** Seconds after which somebody turned away may ask again. */
const retryAfter = 2;
/** Milliseconds from the start in which the lag may be the start's own. */
const startLag = 2_000;
/** What machines ask every few seconds: never refused. */
const operatorRoutes = ['/health', '/ready'];

export interface GuardOptions {
  /** Requests a minute that one client may make. */
  perAddress: number;
  /** Paths below these cost next to nothing, and are not counted. */
  spared?: readonly string[];
  /** Milliseconds by which the event loop may lag; absent: 5,000. */
  lag?: number;
}

/**
 * Holds every client to so many requests a minute, before bodies are read, and turns requests away at
 * once while the process cannot keep up. Streams count once. The address is the proxy's word only
 * if the proxy is trusted.
 */
export async function guardServer(
  server: FastifyInstance,
  { perAddress, spared = [], lag = longestLag }: GuardOptions,
): Promise<void> {
  await server.register(rateLimit, { global: false, cache: remembered });
  const count = server.createRateLimit({ max: perAddress, timeWindow: minute, ipv6Subnet });
  server.addHook('onRequest', async (request, reply) => {
    const { url } = request;
    if (operatorRoutes.includes(url) || spared.some((path) => url.startsWith(path))) return;
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const error = 'Too many requests. Please wait a minute.';
    await reply
      .code(429)
      .header('retry-after', String(counted.ttlInSeconds))
      .header('cache-control', 'no-store')
      .send({ code: 429, error });
  });
  let counts = Number.POSITIVE_INFINITY;
  server.addHook('onReady', async () => {
    counts = performance.now() + startLag;
  });
  await server.register(underPressure, {
    maxEventLoopDelay: lag,
    retryAfter,
    pressureHandler: (request, reply, _type, milliseconds) => {
      // Infinite: one stop took the whole second that is measured over, which need not be too long.
      if (milliseconds === Number.POSITIVE_INFINITY) return;
      if (operatorRoutes.includes(request.url) || performance.now() < counts) return;
      reply
        .code(503)
        .header('retry-after', String(retryAfter))
        .header('cache-control', 'no-store')
        .send({ code: 503, error: 'Too much is asked now. Please try again.' });
    },
  });
}

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
