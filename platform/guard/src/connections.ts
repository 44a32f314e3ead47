import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Kind } from './client-queue.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { openConnectionTable } from './connection-table.ts';
import { type Connection, newConnection } from './eviction-queue.ts';
import { onFirstBytes } from './first-bytes.ts';
import { among, networkOf, type SharedNetwork, sharersOf } from './network.ts';
import { openPipelines } from './pipelines.ts';
import { readInPieces } from './read-in-pieces.ts';
import { cutStalledReaders } from './stalled-readers.ts';
import type { Turns } from './turns.ts';

/** The connections of a server. */
export type Connections = ReturnType<typeof boundConnections>;

/**
 * Limits the connections of a server, in all and of one client. Where there are too many, another one is evicted, of
 * the same client if that has its share. If all of these are busy, the new one is closed before a byte of it is read.
 * The first byte of a connection is read when it is its client's turn.
 *
 * @param proxies addresses and networks, such as 10.0.0.0/8
 */
export function boundConnections(
  server: Server,
  limits: ConnectionLimits,
  proxies: readonly string[],
  turns: Turns,
) {
  const table = openConnectionTable(limits, turns.isCrowded);
  const { begin } = openPipelines(table, turns, limits.ahead);
  const isProxy = among(proxies);

  // The server's own, which makes a parser: not for a connection that is refused.
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const networks = networksOf(socket, server, isProxy);
    if (networks === null || !table.hasRoom(networks)) {
      socket.destroy();
      return;
    }
    const connection = newConnection(socket, networks);
    table.add(connection);
    // Before it has a parser nothing else listens, and a client may reset it.
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const wait of connection.waits) wait.leave();
      connection.later.length = 0;
      table.leave(connection);
    });
    const read = () => {
      table.closeIfQuiet(connection);
      onFirstBytes(socket, {
        milliseconds: limits.headersTimeout,
        run() {
          for (const listener of serve) listener.call(server, socket);
          readInPieces(socket);
          socket.resume();
        },
        late: () => server.emit('clientError', new SilentTooLong(), socket),
      });
    };
    const [client] = networks;
    if (client === undefined) read();
    else waitForTurn(turns, connection, { client: client.network, kind: 'connection', run: read });
  });
  cutStalledReaders(server, limits, table);
  // When no descriptor is left, the system queues new connections until there is one.
  server.on('error', () => {});

  return {
    begin,
    /**
     * Calls `run` when it is the turn of a request of this connection; never if that ends before. False:
     * it is no connection of this server.
     */
    enter(socket: Socket, client: string, run: () => void): boolean {
      const connection = table.of(socket);
      if (connection === undefined) return false;
      const handle = () => {
        if (connection.phase === 'waiting') table.move(connection, 'busy');
        run();
      };
      waitForTurn(turns, connection, { client, kind: 'request', run: handle });
      return true;
    },
    /** Whether an answer has begun on this connection, so that nothing else can be written to it. */
    isAnswering: (socket: Socket): boolean =>
      [...(table.of(socket)?.underWay ?? [])].some(({ headersSent }) => headersSent),
    closeAll: table.closeAll,
    drain: table.drain,
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
