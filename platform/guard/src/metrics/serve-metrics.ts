import { Registry } from 'prom-client';
import { isForeign, isLocal } from '../local-peer.ts';
import { openServer } from '../open-server.ts';
import type { Metrics } from './metrics.ts';

/** Connections to the port of the metrics. */
const maxReaders = 32;

/**
 * Serves `/metrics` on a port of its own, which no public proxy forwards to. Without `host` only this machine
 * is answered. A page in a browser never is.
 * Rejects if the port cannot be used.
 */
export async function serveMetrics(
  { read }: Pick<Metrics, 'read'>,
  { port, host }: { port: number; host?: string | undefined },
): Promise<{ close(): Promise<unknown> }> {
  const server = openServer(
    {},
    {
      headers: { secure: false, referrer: 'no-referrer' },
      limits: { inAll: maxReaders, perClient: maxReaders },
    },
  );
  server.get('/metrics', async ({ raw, headers }, reply) => {
    if ((host === undefined && !isLocal(raw)) || isForeign(headers, [])) {
      return reply.code(404).send({ code: 404, error: 'There is nothing here.' });
    }
    return reply
      .header('cache-control', 'no-store')
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .send(await read());
  });
  await server.listen({ host: host ?? '127.0.0.1', port });
  return server;
}
