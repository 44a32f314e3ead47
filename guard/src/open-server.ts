import { safeHeaders } from '@tallystick/shared/http/safe-headers';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { connectionCapacity } from './descriptors.ts';
import { GracefulServer, type GracefulServerLimits } from './graceful-server.ts';
import { type ErrorBody, refuseSocket } from './refuse-socket.ts';

export type ServerLimits = GracefulServerLimits;

export interface ServerParts {
  /** What every answer says to browsers. */
  headers: Parameters<typeof safeHeaders>[0];
  /** Absent: `{code, error}`, status and sentence. */
  errorBody?: ErrorBody;
  /** Proxies whose X-Forwarded-For is believed, and which are no clients; absent: none. */
  trustProxy?: readonly string[] | undefined;
  /** Those that differ from `usualLimits`. */
  limits?: Partial<ServerLimits>;
}

/** Limits of a server that has a share, up to 1, of what its process can bear. */
export function usualLimits(share = 1): ServerLimits {
  const inAll = Math.floor(connectionCapacity() * share);
  return {
    inAll,
    perClient: Math.ceil(inAll / 8),
    stalledAfter: 10_000,
    cutAfter: 50_000,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Longer than proxies keep theirs: else one of them uses a connection that is just ended.
    keepAliveTimeout: 72_000,
    idleGrace: 1_000,
    drainTimeout: 5_000,
  };
}

/**
 * Where a server listens: this machine alone. With Node's own backlog of 511 a flood of new connections
 * makes the system drop those of others, which then wait a second or more to be tried again.
 */
export function listenOptions(port: number): { host: string; port: number; backlog: number } {
  return { host: '127.0.0.1', port, backlog: 4_096 };
}

/**
 * Opens a server that no stranger's connections can stop: see docs/decisions/0045-connections.md. Its
 * `close` ends streams and cuts no request.
 */
export function openServer(
  settings: FastifyServerOptions,
  { headers, errorBody = usualBody, trustProxy = [], limits }: ServerParts,
): FastifyInstance {
  const safe = safeHeaders(headers);
  const opened: GracefulServer[] = [];
  const server = Fastify({
    ...settings,
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    serverFactory(handler) {
      const graceful = new GracefulServer(handler, { ...usualLimits(), ...limits }, trustProxy);
      opened.push(graceful);
      return graceful;
    },
    forceCloseConnections: false,
    return503OnClosing: false,
    clientErrorHandler(error, socket) {
      const answering = opened.some((graceful) => graceful.isAnswering(socket));
      if (answering || !socket.writable) socket.destroy();
      else refuseSocket(error, socket, safe, errorBody);
    },
  });
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.raw.setHeader('connection', 'close');
  });
  server.addHook('onRequest', async ({ raw }, reply) => {
    // On the answer itself: fastify does not write what a stream sends.
    for (const [name, value] of Object.entries(safe)) reply.raw.setHeader(name, value);
    if (raw.rawHeaders.filter(isHost).length > 1) throw new TwoHosts();
  });
  return server;
}

const usualBody: ErrorBody = (code, error) => ({ code, error });

/** Header names stand at even indexes, their values between them. */
function isHost(text: string, index: number): boolean {
  return index % 2 === 0 && text.toLowerCase() === 'host';
}

class TwoHosts extends Error {
  readonly statusCode = 400;
}
