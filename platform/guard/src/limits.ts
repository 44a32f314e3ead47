import { processTime } from '@tallystick/timing/monotonic-clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf, sharersOf } from './network.ts';
import { openRateWindows } from './rate-windows.ts';
import { refuseFor } from './refuse.ts';

const minute = 60_000;
/** Liveness probes, which cost nothing. */
const uncounted: readonly string[] = ['/health'];
const tooCostly = 'Your requests have used too much of the service. Please wait.';
/** Networks whose counts are remembered (LRU cache). */
const maxAddresses = 20_000;

export interface ClientLimit {
  /** Requests a minute that one client, or one credential, may make. */
  perAddress: number;
  /** Paths below these are not counted: their routes call `countMiss` for what is not there. */
  spared?: readonly string[];
  /**
   * Paths that scripts of a page post to by themselves. They are counted separately, up to as many a minute, so a
   * page that floods them leaves its visitor's other requests alone.
   */
  apart?: readonly string[];
  /** Seconds for which a network (`sharersOf`) may ask no more, because of what it has cost a store; 0: none. */
  retryAfter?(client: string): number;
  /**
   * The credential of a request, if it can be verified without any store; null: none. Such requests are counted by
   * their credential. So others behind the same address cannot use up what its owner may ask.
   */
  knownCredential?(request: FastifyRequest): string | null;
}

/** Counts the request after all; true if its client may make no more of them, which is then answered. */
export type CountMiss = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Limits the requests that a client makes in any minute, and what they may cost, before bodies are read. For IPv6
 * networks of many clients see `sharersOf`. A stream counts once. X-Forwarded-For is used only from a trusted
 * proxy. Health checks are never refused.
 */
export function limitClients(server: FastifyInstance, options: ClientLimit): CountMiss {
  const { perAddress, spared = [], apart = [] } = options;
  const { retryAfter = () => 0, knownCredential = () => null } = options;
  const windows = openRateWindows(perAddress, minute, maxAddresses, processTime);
  const windowsApart = openRateWindows(perAddress, minute, maxAddresses, processTime);
  const credentials = openRateWindows(perAddress, minute, maxAddresses, processTime);
  const refuseBeyond = ({ ip }: FastifyRequest, reply: FastifyReply, counts = windows) =>
    refuse(reply, counts.take(sharersOf(networkOf(ip))));
  server.addHook('onRequest', async (request, reply) => {
    const { url, is404 } = request;
    if (uncounted.includes(url)) return;
    // Paths that match no route (a wrong method, say) are counted: no page needs them.
    if (!is404 && spared.some((path) => url.startsWith(path))) return;
    const credential = knownCredential(request);
    if (credential !== null) {
      if (refuse(reply, credentials.take([{ network: credential, shares: 1 }]))) return reply;
      return;
    }
    const networks = sharersOf(networkOf(request.ip));
    const seconds = Math.max(...networks.map(({ network }) => retryAfter(network)));
    if (seconds > 0) return refuseFor(reply, 429, seconds, tooCostly);
    if (refuseBeyond(request, reply, apart.includes(url) ? windowsApart : windows)) return reply;
  });
  return refuseBeyond;
}

/**
 * Limits the requests a minute of all that use one credential. Applies to routes registered after it,
 * which have verified the credential already.
 */
export function limitCredential(server: FastifyInstance, perCredential: number): void {
  const windows = openRateWindows(perCredential, minute, 1, processTime);
  const everybody = [{ network: 'credential', shares: 1 }];
  server.addHook('onRequest', async (_request, reply) => {
    if (refuse(reply, windows.take(everybody))) return reply;
  });
}

/** Refuses for `wait` milliseconds, if that is more than 0; says whether it did. */
function refuse(reply: FastifyReply, wait: number): boolean {
  if (wait === 0) return false;
  const seconds = Math.ceil(wait / 1_000);
  refuseFor(reply, 429, seconds, 'Too many requests. Please wait a minute.');
  return true;
}
