import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';
import { fairShare, mostOf } from './fair-share.ts';
import type { SharedNetwork } from './network.ts';
import { openCounts } from './slots.ts';

/** Connections, and those at rest, that one client has for sure: those of two browsers, and some. */
const surePerClient = 16;

/** A connection of a server. */
export interface Connection {
  readonly socket: Socket;
  /** The client's network, and the larger ones that it is in. None: a proxy's, which many clients share. */
  readonly networks: readonly SharedNetwork[];
  /** When it came to rest last, by `performance.now()`. */
  since: number;
  /** Answers that are not sent completely; none: it is at rest. */
  readonly underWay: Set<ServerResponse>;
  /** What waits for its client's turn; `leave` ends that. */
  readonly waits: Set<{ leave(): void }>;
  /** Handles its requests that follow one that is not answered yet, in their order; each is called once. */
  readonly later: (() => void)[];
}

export type ConnectionTable = ReturnType<typeof openConnectionTable>;

/**
 * The connections of a server: all of them, and those of each network. However many a client opens, some are left for
 * the next one.
 */
export function openConnectionTable({ inAll, atRest, perClient }: ConnectionLimits) {
  const connections = new Map<Socket, Connection>();
  const resting = new Set<Connection>();
  /** Those of each client, and of the larger networks that it is in. */
  const all = openCounts();
  const atRestOf = new Map<string, Set<Connection>>();

  function rest(connection: Connection): void {
    connection.since = performance.now();
    resting.add(connection);
    for (const { network } of connection.networks) {
      const known = atRestOf.get(network) ?? new Set();
      atRestOf.set(network, known.add(connection));
    }
  }

  function wake(connection: Connection): void {
    if (!resting.delete(connection)) return;
    for (const { network } of connection.networks) {
      const left = atRestOf.get(network);
      left?.delete(connection);
      if (left?.size === 0) atRestOf.delete(network);
    }
  }

  function leave(connection: Connection): void {
    if (!connections.delete(connection.socket)) return;
    wake(connection);
    for (const { network } of connection.networks) all.add(network, -1);
  }

  /** Closes the one of these that was at rest for longest; false: all have a request under way. */
  function closeOldest(those: ReadonlySet<Connection> = resting): boolean {
    const [oldest] = those;
    if (oldest === undefined) return false;
    leave(oldest);
    oldest.socket.destroy();
    return true;
  }

  function hasShare({ network, shares }: SharedNetwork): boolean {
    const sure = surePerClient * shares;
    const left = fairShare(sure, inAll - connections.size);
    const most = Math.min(mostOf(perClient, shares, inAll), left);
    const mostAtRest = fairShare(sure, atRest - resting.size);
    return all.of(network) < most && (atRestOf.get(network)?.size ?? 0) < mostAtRest;
  }

  /** One at rest of the same network makes room: who is behind the address of somebody with many gets in, too. */
  function getsShare(shared: SharedNetwork): boolean {
    return hasShare(shared) || closeOldest(atRestOf.get(shared.network) ?? new Set());
  }

  return {
    of: (socket: Socket): Connection | undefined => connections.get(socket),
    /** Those without a request under way. */
    atRest: resting as ReadonlySet<Connection>,
    /**
     * Whether a further connection is allowed. If there are too many, another one is closed for it.
     *
     * @param networks the client itself first; none for a proxy
     */
    hasRoom: (networks: readonly SharedNetwork[]): boolean =>
      networks.every(getsShare) && (connections.size < inAll || closeOldest()),
    add(socket: Socket, networks: readonly SharedNetwork[]): Connection {
      const connection = {
        socket,
        networks,
        since: 0,
        underWay: new Set<ServerResponse>(),
        waits: new Set<{ leave(): void }>(),
        later: [],
      };
      connections.set(socket, connection);
      for (const { network } of networks) all.add(network, 1);
      rest(connection);
      if (resting.size > atRest) closeOldest();
      return connection;
    },
    /** Counts a request as under way on a connection. */
    begin(connection: Connection, response: ServerResponse): void {
      connection.underWay.add(response);
      wake(connection);
    },
    /** To be called when its answer is sent, or its connection has ended. */
    end(connection: Connection, response: ServerResponse): void {
      connection.underWay.delete(response);
      if (connection.underWay.size === 0 && connections.has(connection.socket)) rest(connection);
    },
    /** To be called when a connection has ended. */
    leave,
    /** Ends every connection. */
    closeAll(): void {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}
