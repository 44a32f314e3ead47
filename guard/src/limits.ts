import rateLimit from '@fastify/rate-limit';
import { processTime } from '@tallystick/shared/time/monotonic-clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ipv6Subnet, networkOf } from './network.ts';
import { rateWindows } from './rate-windows.ts';
import { refuseFor } from './refuse.ts';

const minute = 60_000;
/** Liveness probes, which cost nothing. */
const uncounted: readonly string[] = ['/health'];
const tooCostly = 'Your requests have taken too much of the time of all. Please wait.';
/** Addresses whose counts are remembered (LRU cache). */
const maxAddresses = 20_000;

export interface ClientLimit {
  /** Requests a minute that one client may make. */
  perAddress: number;
  /** Paths below these are not counted: their routes call `countMiss` for what is not there. */
  spared?: readonly string[];
  /**
   * What scripts of a page send of their own accord: counted by itself, up to as many a minute. Who floods it
   * from somebody's page takes nothing from that visitor's pages.
   */
  apart?: readonly string[];
  /** Whether a request is the operator's own, which is neither counted nor refused. */
  isOperators?(request: FastifyRequest): boolean;
  /** Seconds for which a client (`networkOf`) may ask no more, for what it has cost; see stores. */
  retryAfter?(client: string): number;
}

/**
 * Counts the request after all; resolves with true if its client may make no more of them, which
 * is then answered.
 */
export type CountMiss = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/**
 * Limits every client's requests a minute, and what they may cost, before bodies are read. A stream
 * counts once. X-Forwarded-For is used only from a trusted proxy. Health checks are never refused.
 */
export async function limitClients(
  server: FastifyInstance,
  { perAddress, spared = [], apart = [], isOperators, retryAfter = () => 0 }: ClientLimit,
): Promise<CountMiss> {
  await server.register(rateLimit, {
    global: false,
    store: rateWindows(maxAddresses, processTime),
  });
  const limit = { max: perAddress, timeWindow: minute };
  const count = server.createRateLimit({ ...limit, ipv6Subnet });
  const countApart = server.createRateLimit({
    ...limit,
    keyGenerator: ({ ip }) => `apart ${networkOf(ip)}`,
  });
  server.addHook('onRequest', async (request, reply) => {
    const { url, is404 } = request;
    if (uncounted.includes(url)) return;
    // What no route takes, such as another method, is there for nobody.
    if (!is404 && spared.some((path) => url.startsWith(path))) return;
    if (isOperators?.(request)) return;
    const seconds = retryAfter(networkOf(request.ip));
    if (seconds > 0) return refuseFor(reply, 429, seconds, tooCostly);
    await refuseBeyond(await (apart.includes(url) ? countApart : count)(request), reply);
  });
  return async (request, reply) => {
    await refuseBeyond(await count(request), reply);
    return reply.sent;
  };
}

/**
 * Limits the requests a minute of all that use one credential. For the routes registered after it,
 * which have verified the credential; needs `limitClients`.
 */
export function limitCredential(server: FastifyInstance, perCredential: number): void {
  const count = server.createRateLimit({
    max: perCredential,
    timeWindow: minute,
    keyGenerator: () => 'credential',
  });
  server.addHook('onRequest', async (request, reply) => {
    await refuseBeyond(await count(request), reply);
  });
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

async function refuseBeyond(counted: Counted, reply: FastifyReply): Promise<void> {
  if (counted.isAllowed || !counted.isExceeded) return;
  await refuseFor(reply, 429, counted.ttlInSeconds, 'Too many requests. Please wait a minute.');
}
