import type { FastifyServerOptions } from 'fastify';
import { refuseSocket } from './errors.ts';

/** Milliseconds within which a request must have arrived, body and all. */
const slowest = 30_000;

/**
 * Settings of a server that waits for a request only so long, in milliseconds, whether it is silent
 * or comes byte by byte: else a few clients could hold all its connections at no cost.
 */
export function boundArrival(longest = slowest): Pick<
  FastifyServerOptions,
  'requestTimeout' | 'clientErrorHandler'
> & {
  http: { headersTimeout: number; connectionsCheckingInterval: number };
} {
  return {
    requestTimeout: longest,
    http: { headersTimeout: longest, connectionsCheckingInterval: longest / 6 },
    clientErrorHandler: refuseSocket,
  };
}
