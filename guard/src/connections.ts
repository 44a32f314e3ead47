import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { networkOf } from './network.ts';

/**
 * How far a connection is, in the order in which connections are given up when there are too many:
 * no head of a request has come; it is kept for the next request; a body is on its way; the client
 * does not take its answer; an answer is being made or sent. The last are never given up.
 */
const phases = ['new', 'idle', 'receiving', 'stalled', 'busy'] as const;
type Phase = (typeof phases)[number];

export interface ConnectionLimits {
  /** Connections of all clients together. */
  inAll: number;
  /** Connections of one client; proxies of ours are none. */
  perClient: number;
  /** Milliseconds in which a client takes no byte of its answer, until it is given up for others. */
  stalledAfter: number;
  /** Milliseconds more, until it is cut off anyway. */
  cutAfter: number;
}

interface Connection {
  readonly socket: Socket;
  /** Whose it is; null: a proxy's, behind which is anybody. */
  readonly client: string | null;
  phase: Phase;
  /** When it came into its phase, as `performance.now()` says. */
  since: number;
  /** Of requests that are not answered yet, or not wholly. */
  readonly underWay: Set<ServerResponse>;
}

/** The connections of a server. */
export interface Connections {
  /** Whether an answer has begun on this connection, so that nothing else can be written to it. */
  isAnswering(socket: Socket): boolean;
  /**
   * From now on closes each connection on which no request has come for `quiet` milliseconds: one that
   * is on its way then is answered. Resolves when none is idle, and after that time in any case.
   */
  drain(quiet: number): Promise<void>;
}

/**
 * Holds a server to so many connections, in all and of one client. For one more the one of least
 * worth is given up, of the same client if that has its share; if all of these are at work, the new one
 * is closed before a byte of it is read.
 *
 * @param proxies addresses and networks, such as 10.0.0.0/8
 */
export function boundConnections(
  server: Server,
  { inAll, perClient, stalledAfter, cutAfter }: ConnectionLimits,
  proxies: readonly string[],
): Connections {
  const all = openLine();
  const clients = new Map<string, Line>();
  const connections = new WeakMap<Socket, Connection>();
  const isProxy = among(proxies);
  let quiet = Number.POSITIVE_INFINITY;
  let check = (): void => {};

  /** The line of all connections, and that of the client's own. */
  function linesOf(client: string | null): readonly Line[] {
    if (client === null) return [all];
    const own = clients.get(client) ?? openLine();
    clients.set(client, own);
    return [all, own];
  }

  function add(connection: Connection): void {
    connections.set(connection.socket, connection);
    for (const line of linesOf(connection.client)) line.of[connection.phase].add(connection);
    connection.since = performance.now();
    closeIfQuiet(connection);
  }

  function remove(connection: Connection): void {
    if (!connections.delete(connection.socket)) return;
    const { client, phase } = connection;
    for (const line of linesOf(client)) line.of[phase].delete(connection);
    if (client !== null && clients.get(client)?.size() === 0) clients.delete(client);
  }

  function move(connection: Connection, phase: Phase): void {
    if (!connections.has(connection.socket)) return;
    remove(connection);
    connection.phase = phase;
    add(connection);
    check();
  }

  /** Whether one more fits, if need be by giving one up. */
  function hasRoom(line: Line | undefined, most: number): boolean {
    if (line === undefined || line.size() < most) return true;
    const last = line.leastWorth();
    if (last === null) return false;
    remove(last);
    last.socket.destroy();
    return true;
  }

  function closeIfQuiet(connection: Connection): void {
    const { phase, since, socket } = connection;
    if (quiet === Number.POSITIVE_INFINITY || !isIdle(phase)) return;
    setTimeout(
      () => {
        if (connection.since === since) socket.destroySoon();
      },
      Math.max(0, since + quiet - performance.now()),
    ).unref();
  }

  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Undefined: it has gone already.
    const client =
      remoteAddress === undefined || isProxy(remoteAddress) ? null : networkOf(remoteAddress);
    const own = client === null ? undefined : clients.get(client);
    if (remoteAddress === undefined || !hasRoom(own, perClient) || !hasRoom(all, inAll)) {
      socket.destroy();
      return;
    }
    const connection: Connection = {
      socket,
      client,
      phase: 'new',
      since: 0,
      underWay: new Set(),
    };
    add(connection);
    socket.once('close', () => {
      remove(connection);
      check();
    });
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    const { underWay } = connection;
    underWay.add(response);
    const { headers } = request;
    const hasBody = 'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0';
    move(connection, hasBody ? 'receiving' : 'busy');
    request.once('end', () => {
      if (connection.phase === 'receiving') move(connection, 'busy');
    });
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) move(connection, 'idle');
    });
  });

  server.timeout = stalledAfter;
  server.on('timeout', (socket: Socket) => {
    const connection = connections.get(socket);
    if (connection === undefined || connection.phase === 'idle') socket.destroy();
    // Requests that come too slowly have limits of their own; an answer may be long in the making.
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
  // When no descriptor is left: the system keeps who waits, until there is one.
  server.on('error', () => {});

  return {
    isAnswering: (socket) =>
      [...(connections.get(socket)?.underWay ?? [])].some(({ headersSent }) => headersSent),
    async drain(milliseconds) {
      quiet = milliseconds;
      for (const connection of [...all.of.new, ...all.of.idle]) closeIfQuiet(connection);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, quiet);
        check = () => {
          if (all.of.new.size + all.of.idle.size > 0) return;
          clearTimeout(timer);
          resolve();
        };
        check();
      });
    },
  };
}

function isIdle(phase: Phase): boolean {
  return phase === 'new' || phase === 'idle';
}

/** Connections by phase, and in each the one first that is longest in it. */
interface Line {
  readonly of: Readonly<Record<Phase, Set<Connection>>>;
  size(): number;
  /** The one to give up; null: all are at work. */
  leastWorth(): Connection | null;
}

function openLine(): Line {
  const of = {
    new: new Set<Connection>(),
    idle: new Set<Connection>(),
    receiving: new Set<Connection>(),
    stalled: new Set<Connection>(),
    busy: new Set<Connection>(),
  };
  return {
    of,
    size: () => phases.reduce((sum, phase) => sum + of[phase].size, 0),
    leastWorth() {
      for (const phase of phases) {
        if (phase === 'busy') break;
        const [first] = of[phase];
        if (first !== undefined) return first;
      }
      return null;
    },
  };
}

function among(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
