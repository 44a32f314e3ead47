import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Kind } from './client-queue.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { type Connection, openConnectionTable } from './connection-table.ts';
import { openDrain } from './drain.ts';
import { onFirstBytes } from './first-bytes.ts';
import { among, networkOf, type SharedNetwork, sharersOf } from './network.ts';
import { readInPieces } from './read-in-pieces.ts';
import type { Turns } from './turns.ts';

/** The connections of a server. */
export type Connections = ReturnType<typeof boundConnections>;

/**
 * Limits the connections of a server, in all and of one client. Beyond its client's share a new one is closed before a
 * byte of it is read. Where there are too many in all, the one that was at rest for longest makes room. The first byte
 * of a connection is read when it is its client's turn.
 *
 * @param proxies addresses and networks, such as 10.0.0.0/8
 */
export function boundConnections(
  server: Server,
  limits: ConnectionLimits,
  proxies: readonly string[],
  turns: Turns,
) {
  const table = openConnectionTable(limits);
  const drain = openDrain(table.atRest);
  const isProxy = among(proxies);

  // The server's own, which makes a parser: not for a connection that is refused.
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const networks = networksOf(socket, server, isProxy);
    const [client] = networks ?? [];
    const isCrowded = client !== undefined && turns.isCrowded(client.network);
    if (networks === null || isCrowded || !table.hasRoom(networks)) {
      socket.destroy();
      return;
    }
    const connection = table.add(socket, networks);
    // Before it has a parser nothing else listens, and a client may reset it.
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const wait of connection.waits) wait.leave();
      connection.later.length = 0;
      table.leave(connection);
      drain.check();
    });
    const read = () =>
      onFirstBytes(socket, {
        milliseconds: limits.headersTimeout,
        run() {
          for (const listener of serve) listener.call(server, socket);
          readInPieces(socket);
          socket.resume();
        },
        late: () => server.emit('clientError', new SilentTooLong(), socket),
      });
    if (client === undefined) read();
    else waitForTurn(turns, connection, { client: client.network, kind: 'connection', run: read });
  });
  server.timeout = limits.stalledAfter;
  server.on('timeout', (socket: Socket) => {
    const { underWay } = table.of(socket) ?? {};
    // An answer may take long to be made: only a client that does not read it is cut.
    if (!underWay?.size || socket.writableLength > 0) socket.destroy();
  });
  // When no descriptor is left, the system queues new connections until there is one.
  server.on('error', () => {});

  return {
    /**
     * Counts a request as under way on its connection, and calls `handle` once those before it are answered. So nothing
     * is done for a client that does not read. Never calls it if the connection is closed before, maybe because it has
     * too many.
     */
    begin(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
      const connection = table.of(request.socket);
      // It was closed, and the parser still had requests of the same chunk.
      if (connection === undefined || request.socket.destroyed) {
        // Otherwise Node reads the stack of an error for each of them, a third of what such a chunk costs.
        request.destroy();
        return;
      }
      const { underWay, later } = connection;
      if (underWay.size >= limits.ahead) {
        // This connection alone: hundreds of people may be behind its address.
        request.socket.destroy();
        const [client] = connection.networks;
        if (client !== undefined) turns.chargeCut(client.network);
        return;
      }
      table.begin(connection, response);
      response.once('close', () => {
        table.end(connection, response);
        drain.check();
        later.shift()?.();
      });
      if (underWay.size > 1) later.push(handle);
      else handle();
    },
    /**
     * Calls `run` when it is the turn of a request of this connection; never if that ends before. False:
     * it is no connection of this server.
     */
    enter(socket: Socket, client: string, run: () => void): boolean {
      const connection = table.of(socket);
      if (connection === undefined) return false;
      waitForTurn(turns, connection, { client, kind: 'request', run });
      return true;
    },
    /** Whether an answer has begun on this connection, so that nothing else can be written to it. */
    isAnswering: (socket: Socket): boolean =>
      [...(table.of(socket)?.underWay ?? [])].some(({ headersSent }) => headersSent),
    closeAll: table.closeAll,
    drain: drain.begin,
  };
}

interface Wait {
  client: string;
  kind: Kind;
  run(): void;
}

/** Calls `run` when it is the client's turn; never if the connection leaves its waits before. */
function waitForTurn(
  { enter }: Pick<Turns, 'enter'>,
  { waits }: Connection,
  { client, kind, run }: Wait,
): void {
  const wait = { leave: () => {} };
  waits.add(wait);
  const begin = () => {
    waits.delete(wait);
    run();
  };
  wait.leave = enter(client, begin, kind);
}

/** The networks by which a connection is counted, its client first; none: a proxy's. Null: it has ended already. */
function networksOf(
  { remoteAddress }: Socket,
  server: Server,
  isProxy: (address: string) => boolean,
): readonly SharedNetwork[] | null {
  // Connections over a unix socket have no addresses, and only a proxy of ours can open one.
  if (remoteAddress === undefined) return typeof server.address() === 'string' ? [] : null;
  return isProxy(remoteAddress) ? [] : sharersOf(networkOf(remoteAddress));
}

/** The error that Node itself gives for a connection that has a parser. */
class SilentTooLong extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
