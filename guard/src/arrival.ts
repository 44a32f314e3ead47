import type { FastifyServerOptions } from 'fastify';

/** Milliseconds within which a request must have arrived, body and all. */
const slowest = 30_000;

/**
 * Settings of a server that waits for a request only so long, in milliseconds, whether it is silent
 * or comes byte by byte: else a few clients could hold all its connections at no cost.
 */
export function boundArrival(longest = slowest): Pick<FastifyServerOptions, 'requestTimeout'> & {
  http: { headersTimeout: number; connectionsCheckingInterval: number };
} {
  return {
    requestTimeout: longest,
    http: { headersTimeout: longest, connectionsCheckingInterval: Math.ceil(longest / 6) },
  };
}
