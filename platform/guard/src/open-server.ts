import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { connectionCapacity } from './descriptors.ts';
import { type ErrorBody, usualErrorBody } from './error-body.ts';
import { GracefulServer, type GracefulServerLimits } from './graceful-server.ts';
import type { Log } from './log/log.ts';
import { logSettings } from './log/log-requests.ts';
import { among, networkOf } from './network.ts';
import { askedTooMuch } from './refuse.ts';
import { refuseSocket } from './refuse-socket.ts';
import { limitUnderWay } from './requests-under-way.ts';
import { safeHeaders } from './safe-headers.ts';
import { openTurns } from './turns.ts';
import { leadOn, refuseUnreadable } from './unreadable-address.ts';
import { tellUntrustedProxy } from './untrusted-proxy.ts';

export type ServerLimits = GracefulServerLimits;

export interface ServerParts {
  /** What every answer says to browsers. */
  headers: Parameters<typeof safeHeaders>[0];
  /** The shape of what is refused in front of every route; absent: `{code, error}`, status and sentence. */
  errorBody?: ErrorBody;
  /** Proxies whose X-Forwarded-For is believed, and which are no clients; absent: none. */
  trustProxy?: readonly string[] | undefined;
  /** Those that differ from `usualLimits`. */
  limits?: Partial<ServerLimits>;
  /** Absent: nothing is logged. */
  log?: Log | undefined;
}

/** Further idle connections are of little use, and closing twenty thousand at once takes half a second. */
const maxAtRest = 4_096;

/** Limits of a server that has a share, up to 1, of what its process can have. */
export function usualLimits(share = 1): ServerLimits {
  const inAll = Math.floor(connectionCapacity() * share);
  return {
    inAll,
    atRest: Math.min(inAll, maxAtRest),
    perClient: Math.ceil(inAll / 8),
    stalledAfter: 60_000,
    // More than any browser or proxy pipelines.
    ahead: 16,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Longer than proxies keep theirs: else a proxy may reuse a connection that is just being closed.
    keepAliveTimeout: 72_000,
    idleGrace: 1_000,
    drainTimeout: 5_000,
  };
}

/**
 * Opens a server whose connections are limited: see docs/decisions/0045-connections.md. Its `close`
 * ends streams and lets requests under way finish.
 */
export function openServer(
  settings: Omit<FastifyServerOptions, 'logger' | 'loggerInstance'>,
  parts: ServerParts,
): FastifyInstance {
  const { headers, errorBody = usualErrorBody, limits, log } = parts;
  const { trustProxy = [] } = parts;
  const safe = safeHeaders(headers);
  const opened: GracefulServer[] = [];
  const ownLimits = { ...usualLimits(), ...limits };
  const turns = openTurns();
  const isProxy = among(trustProxy);
  // A unix socket has no addresses, and only a proxy of ours can open it.
  const isOurs = (address: string | undefined) => address === undefined || isProxy(address);
  const server: FastifyInstance = Fastify({
    // A plugin may wait for a database: Fastify's ten seconds are few for a slow one.
    pluginTimeout: 60_000,
    ...settings,
    ...logSettings(log, ({ socket }) => isOurs(socket.remoteAddress)),
    frameworkErrors: (error, request, reply) => leadOn(server, error, request, reply),
    trustProxy: isOurs,
    serverFactory(handler) {
      const graceful = new GracefulServer(handler, ownLimits, trustProxy, turns);
      opened.push(graceful);
      return graceful;
    },
    forceCloseConnections: false,
    return503OnClosing: false,
    clientErrorHandler(error, socket) {
      const answering = opened.some((graceful) => graceful.bounded.isAnswering(socket));
      if (answering || !socket.writable) socket.destroy();
      else refuseSocket(error, socket, safe, errorBody);
    },
  });
  server.decorate('errorBody', errorBody);
  // This runs before any other work for a request.
  server.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw;
    // Over a unix socket: a request that no client has made is this machine's.
    if (socket.remoteAddress === undefined) headers['x-forwarded-for'] ??= '127.0.0.1';
    else if (!isProxy(socket.remoteAddress)) tellUntrustedProxy(request.raw, request.log);
    const client = networkOf(request.ip);
    // An injected request has no connection.
    if (!opened.some((graceful) => graceful.bounded.enter(socket, client, done))) done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    if (askedTooMuch(reply)) turns.chargeRefusal(networkOf(request.ip));
    done();
  });
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.raw.setHeader('connection', 'close');
  });
  server.addHook('onRequest', async ({ raw }, reply) => {
    // On the raw answer: fastify writes no headers for a hijacked reply.
    for (const [name, value] of Object.entries(safe)) reply.raw.setHeader(name, value);
    if (raw.rawHeaders.filter(isHost).length > 1) throw new TwoHosts();
  });
  limitUnderWay(server, ownLimits);
  refuseUnreadable(server);
  return server;
}

/** Header names stand at even indexes, their values between them. */
function isHost(text: string, index: number): boolean {
  return index % 2 === 0 && text.toLowerCase() === 'host';
}

class TwoHosts extends Error {
  readonly statusCode = 400;
}
