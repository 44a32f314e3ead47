import type { FastifyInstance } from 'fastify';
import type { ConnectionLimits } from './connection-limits.ts';
import { mostOf } from './fair-share.ts';
import { networkOf, sharersOf } from './network.ts';
import { refuseFor } from './refuse.ts';
import { openCounts } from './slots.ts';

/** Liveness probes, which cost nothing. */
const uncounted: readonly string[] = ['/health'];

/**
 * Limits the requests of one client that are under way, to as many as it may have connections. Behind a proxy these
 * are the proxy's, so that nothing else would count them.
 */
export function limitUnderWay(
  server: FastifyInstance,
  { inAll, perClient }: Pick<ConnectionLimits, 'inAll' | 'perClient'>,
): void {
  const underWay = openCounts();
  server.addHook('onRequest', (request, reply, done) => {
    if (uncounted.includes(request.url)) {
      done();
      return;
    }
    const networks = sharersOf(networkOf(request.ip));
    const hasRoom = networks.every(
      ({ network, shares }) => underWay.of(network) < mostOf(perClient, shares, inAll),
    );
    if (!hasRoom) {
      refuseFor(reply, 429, 1, 'Too many requests of yours are under way. Please try again.');
      return;
    }
    for (const { network } of networks) underWay.add(network, 1);
    reply.raw.once('close', () => {
      for (const { network } of networks) underWay.add(network, -1);
    });
    done();
  });
}
