import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  type Connection,
  type EvictionQueue,
  openEvictionQueue,
  type Phase,
} from './eviction-queue.ts';
import { fairShare, mostOf } from './fair-share.ts';
import { afterInput, onFirstBytes } from './first-bytes.ts';
import { among, networkOf, type SharedNetwork, sharersOf } from './network.ts';
import { readInPieces } from './read-in-pieces.ts';
import type { Kind, Turns } from './turns.ts';

export interface ConnectionLimits {
  /** Connections of all clients together, and those among them that have no request under way. */
  inAll: number;
  atRest: number;
  /** Connections of one client; proxies of ours are none. */
  perClient: number;
  /** Milliseconds in which the request of a new connection may be expected. */
  arriving: number;
  /** Milliseconds after which a connection at rest makes room for another, if its client has its share of them. */
  restFor: number;
  /** Milliseconds in which the first byte of a request must have arrived, and then its head. */
  headersTimeout: number;
  /** Milliseconds in which a client reads no byte of its answer, until it may be evicted. */
  stalledAfter: number;
  /** Milliseconds more, until it is closed in any case. */
  cutAfter: number;
  /** Pipelined requests of one connection, which is cut when more come. */
  ahead: number;
}

/** Connections at rest that one client has for sure: those of two browsers, and some. */
const sureAtRest = 16;

/** The connections of a server. */
export type Connections = ReturnType<typeof boundConnections>;

/**
 * Limits the connections of a server, in all and of one client. For a further one another is evicted,
 * of the same client if that has its share; if all of these are busy, the new one is closed before a
 * byte of it is read. The first byte of a connection is read when it is its client's turn.
 *
 * @param proxies addresses and networks, such as 10.0.0.0/8
 */
export function boundConnections(
  server: Server,
  limits: ConnectionLimits,
  proxies: readonly string[],
  turns: Turns,
) {
  const { inAll, atRest, perClient, arriving, stalledAfter, cutAfter, ahead } = limits;
  const { restFor, headersTimeout } = limits;
  const all = openEvictionQueue(arriving);
  /** Of each client, and of the larger networks that it is in. */
  const queues = new Map<string, EvictionQueue>();
  const connections = new WeakMap<Socket, Connection>();
  const isProxy = among(proxies);
  let quiet = Number.POSITIVE_INFINITY;
  let check = (): void => {};

  /** The queue of all connections, that of the client's own, and those of the networks that it is in. */
  function queuesOf({ networks }: Connection): readonly EvictionQueue[] {
    const shared = networks.map(({ network }) => {
      const queue = queues.get(network) ?? openEvictionQueue(arriving);
      queues.set(network, queue);
      return queue;
    });
    return [all, ...shared];
  }

  function add(connection: Connection): void {
    connections.set(connection.socket, connection);
    for (const queue of queuesOf(connection)) queue.of[connection.phase].add(connection);
    connection.since = performance.now();
    closeIfQuiet(connection);
    if (all.atRest() > atRest) evict(all.next());
  }

  function remove(connection: Connection): void {
    if (!connections.delete(connection.socket)) return;
    const { networks, phase } = connection;
    for (const queue of queuesOf(connection)) queue.of[phase].delete(connection);
    for (const { network } of networks) {
      if (queues.get(network)?.size() === 0) queues.delete(network);
    }
  }

  function move(connection: Connection, phase: Phase): void {
    if (!connections.has(connection.socket)) return;
    remove(connection);
    connection.phase = phase;
    add(connection);
    check();
  }

  /**
   * Whether a further connection is allowed in these networks, the client itself first; if need be in place of
   * another of the same one.
   */
  function hasRoom(client: string, networks: readonly SharedNetwork[]): boolean {
    if (queues.has(client) && turns.isCrowded(client)) return false;
    return networks.every(({ network, shares }) => {
      const own = queues.get(network);
      if (own === undefined) return true;
      // To refuse costs a fraction of evicting: what is refused at once is never copied by the garbage collector.
      const isFair = own.atRest() < fairShare(sureAtRest * shares, atRest - all.atRest());
      if (!isFair && !evict(own.nextAtRest(restFor))) return false;
      return own.size() < mostOf(perClient, shares, inAll) || evict(own.next());
    });
  }

  function evict(evicted: Connection | null): boolean {
    if (evicted === null) return false;
    remove(evicted);
    evicted.socket.destroy();
    return true;
  }

  /** Whether a connection that waits for its turn is quiet is known only once it is read. */
  function closeIfQuiet(connection: Connection): void {
    const { phase, since, socket } = connection;
    if (quiet === Number.POSITIVE_INFINITY || (phase !== 'new' && phase !== 'idle')) return;
    const close = () => {
      if (connection.since === since && connection.waits.size === 0) socket.destroySoon();
    };
    setTimeout(afterInput, Math.max(0, since + quiet - performance.now()), close).unref();
  }

  /**
   * Counts a request as under way on its connection, and has it handled once those before it on the same one are
   * answered: nothing is done for who does not read, nor for a connection that is cut for what comes next. Never if the
   * connection is closed before, maybe because it has too many.
   */
  function begin(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    const connection = connections.get(request.socket);
    // It was closed, and the parser still had requests of the same chunk.
    if (connection === undefined || request.socket.destroyed) {
      // Or Node reads the stack of an error for each of them, a third of what such a chunk costs.
      request.destroy();
      return;
    }
    const { underWay, networks, later } = connection;
    if (underWay.size >= ahead) {
      // This connection alone: hundreds of people may be behind its address.
      request.socket.destroy();
      const [client] = networks;
      if (client !== undefined) turns.chargeCut(client.network);
      return;
    }
    underWay.add(response);
    const { headers } = request;
    const hasBody = 'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0';
    move(connection, hasBody ? 'receiving' : 'waiting');
    request.once('end', () => {
      if (connection.phase === 'receiving') move(connection, 'busy');
    });
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) move(connection, 'idle');
      later.shift()?.();
    });
    if (underWay.size > 1) later.push(handle);
    else handle();
  }

  function waitFor(kind: Kind, { waits }: Connection, client: string, run: () => void): void {
    const wait = { leave: () => {} };
    waits.add(wait);
    const begin = () => {
      waits.delete(wait);
      run();
    };
    wait.leave = turns.enter(client, begin, kind);
  }

  // The server's own, which makes a parser: not for a connection that is refused.
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Connections over a unix socket have no addresses, and only a proxy of ours can open one.
    const byProxy =
      remoteAddress === undefined ? typeof server.address() === 'string' : isProxy(remoteAddress);
    const client = byProxy ? null : networkOf(remoteAddress ?? '');
    const networks = client === null ? [] : sharersOf(client);
    if (
      (client !== null && !hasRoom(client, networks)) ||
      // It is closed already.
      (remoteAddress === undefined && !byProxy) ||
      (all.size() >= inAll && !evict(all.next()))
    ) {
      socket.destroy();
      return;
    }
    const connection: Connection = {
      socket,
      networks,
      phase: 'new',
      since: 0,
      underWay: new Set(),
      waits: new Set(),
      later: [],
    };
    add(connection);
    // Before it has a parser nothing else listens, and a client may reset it.
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const wait of connection.waits) wait.leave();
      connection.later.length = 0;
      remove(connection);
      check();
    });
    const read = () => {
      closeIfQuiet(connection);
      onFirstBytes(socket, {
        milliseconds: headersTimeout,
        run() {
          for (const listener of serve) listener.call(server, socket);
          readInPieces(socket);
          socket.resume();
        },
        late: () => server.emit('clientError', new SilentTooLong(), socket),
      });
    };
    if (client === null) read();
    else waitFor('connection', connection, client, read);
  });

  server.timeout = stalledAfter;
  server.on('timeout', (socket: Socket) => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.phase === 'idle') socket.destroy();
    // Slow requests have limits of their own; an answer may take long to be made.
    else if (connection.underWay.size === 0 || socket.writableLength === 0) return;
    else if (connection.phase === 'stalled') socket.destroy();
    else {
      move(connection, 'stalled');
      socket.setTimeout(cutAfter);
      socket.once('drain', () => {
        if (connection.phase !== 'stalled') return;
        move(connection, 'busy');
        socket.setTimeout(stalledAfter);
      });
    }
  });
  // When no descriptor is left, the system queues new connections until there is one.
  server.on('error', () => {});

  return {
    begin,
    /**
     * Calls `run` when it is the turn of a request of this connection; never if that ends before. False:
     * it is no connection of this server.
     */
    enter(socket: Socket, client: string, run: () => void): boolean {
      const connection = connections.get(socket);
      if (connection === undefined) return false;
      waitFor('request', connection, client, () => {
        if (connection.phase === 'waiting') move(connection, 'busy');
        run();
      });
      return true;
    },
    /** Whether an answer has begun on this connection, so that nothing else can be written to it. */
    isAnswering: (socket: Socket): boolean =>
      [...(connections.get(socket)?.underWay ?? [])].some(({ headersSent }) => headersSent),
    /** Ends every connection, also those that have no parser yet, which Node's own does not know. */
    closeAll(): void {
      for (const phase of Object.values(all.of)) for (const { socket } of phase) socket.destroy();
    },
    /**
     * From now on closes each connection that was idle for so many milliseconds, so that a request which
     * is being received is answered. Resolves when none is idle, and after that time in any case.
     */
    async drain(milliseconds: number): Promise<void> {
      quiet = milliseconds;
      for (const connection of [...all.of.new, ...all.of.idle]) closeIfQuiet(connection);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(afterInput, quiet, resolve);
        check = () => {
          if (all.atRest() > 0) return;
          clearTimeout(timer);
          resolve();
        };
        check();
      });
    },
  };
}

/** As Node itself says it of a connection that has a parser. */
class SilentTooLong extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
