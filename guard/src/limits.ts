import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ipv6Subnet } from './network.ts';
import { operatorRoutes } from './operator-routes.ts';
import { refuseFor } from './refuse.ts';

const minute = 60_000;
/** Addresses that are remembered; beyond, the one unheard of for longest is forgotten. */
const remembered = 20_000;

export interface ClientLimit {
  /** Requests a minute that one client may make. */
  perAddress: number;
  /** Paths below these cost next to nothing, and are not counted. */
  spared?: readonly string[];
}

/**
 * Holds every client to so many requests a minute, before bodies are read. Streams count once. The
 * address is the proxy's word only if the proxy is trusted. What asks for health is never refused.
 */
export async function limitClients(
  server: FastifyInstance,
  { perAddress, spared = [] }: ClientLimit,
): Promise<void> {
  await server.register(rateLimit, { global: false, cache: remembered });
  const count = server.createRateLimit({ max: perAddress, timeWindow: minute, ipv6Subnet });
  server.addHook('onRequest', async (request, reply) => {
    const { url } = request;
    if (operatorRoutes.includes(url) || spared.some((path) => url.startsWith(path))) return;
    await refuseBeyond(await count(request), reply);
  });
}

/**
 * Holds all that use one credential together to so many requests a minute. For the routes
 * registered after it, whose credential is known to be right; needs `limitClients`.
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
