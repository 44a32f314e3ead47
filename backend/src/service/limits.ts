import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { operatorRoutes } from '../observation/operator-routes.ts';
import { errorBody } from './errors.ts';

/** Requests a minute. */
export interface Limits {
  perAddress: number;
  perCredential: number;
}

const minute = 60_000;
/** Addresses that are remembered; beyond, the one unheard of for longest is forgotten. */
const remembered = 20_000;
/** An IPv6 customer has a network of this many bits at least. */
const ipv6Subnet = 64;

/**
 * Holds every client to so many requests a minute, before bodies are read. The address is the
 * proxy's word only if the proxy is trusted. What asks for health is never refused.
 */
export async function limitClients(app: FastifyInstance, { perAddress }: Limits): Promise<void> {
  await app.register(rateLimit, { global: false, cache: remembered });
  const count = app.createRateLimit({ max: perAddress, timeWindow: minute, ipv6Subnet });
  app.addHook('onRequest', async (request, reply) => {
    if (operatorRoutes.includes(request.url)) return;
    await refuseBeyond(await count(request), reply);
  });
}

/**
 * Holds all that use one credential together to so many requests a minute. For the routes
 * registered after it, whose credential is known to be right; needs `limitClients`.
 */
export function limitCredential(app: FastifyInstance, { perCredential }: Limits): void {
  const count = app.createRateLimit({
    max: perCredential,
    timeWindow: minute,
    keyGenerator: () => 'credential',
  });
  app.addHook('onRequest', async (request, reply) => {
    await refuseBeyond(await count(request), reply);
  });
}

type Counted = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

async function refuseBeyond(counted: Counted, reply: FastifyReply): Promise<void> {
  if (counted.isAllowed || !counted.isExceeded) return;
  await reply.code(429).header('retry-after', String(counted.ttlInSeconds)).send(errorBody(429));
}
