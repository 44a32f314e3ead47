import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';
import { openDrain } from './drain.ts';
import { type Connection, openEvictionQueue, type Phase } from './eviction-queue.ts';
import { fairShare, mostOf } from './fair-share.ts';
import type { SharedNetwork } from './network.ts';
import { openNetworkQueues } from './network-queues.ts';

/** Connections at rest that one client has for sure: those of two browsers, and some. */
const sureAtRest = 16;

export type ConnectionTable = ReturnType<typeof openConnectionTable>;

/**
 * The connections of a server by phase: all of them, and those of each network. Evicts one where there are too many.
 *
 * @param isCrowded whether a client that has connections may open no more
 */
export function openConnectionTable(
  { inAll, atRest, perClient, arriving, restFor }: ConnectionLimits,
  isCrowded: (client: string) => boolean,
) {
  const all = openEvictionQueue(arriving);
  /** The connections of each client, and of the larger networks that it is in. */
  const queues = openNetworkQueues(arriving);
  const connections = new WeakMap<Socket, Connection>();
  const drain = openDrain(all);

  function add(connection: Connection): void {
    connections.set(connection.socket, connection);
    all.of[connection.phase].add(connection);
    queues.add(connection);
    connection.since = performance.now();
    drain.closeIfQuiet(connection);
    if (all.atRest() > atRest) evict(all.next());
  }

  function remove(connection: Connection): void {
    if (!connections.delete(connection.socket)) return;
    all.of[connection.phase].delete(connection);
    queues.delete(connection);
  }

  function evict(evicted: Connection | null): boolean {
    if (evicted === null) return false;
    remove(evicted);
    evicted.socket.destroy();
    return true;
  }

  function hasRoomFor({ network, shares }: SharedNetwork): boolean {
    const own = queues.of(network);
    if (own === undefined) return true;
    // To refuse costs a fraction of evicting: the garbage collector never copies what is refused at once.
    const isFair = own.atRest() < fairShare(sureAtRest * shares, atRest - all.atRest());
    if (!isFair && !evict(own.nextAtRest(restFor))) return false;
    return own.size() < mostOf(perClient, shares, inAll) || evict(own.next());
  }

  return {
    of: (socket: Socket): Connection | undefined => connections.get(socket),
    /**
     * Whether a further connection is allowed. If need be it takes the place of another one, which is evicted: of the
     * same network if that has its share.
     *
     * @param networks the client itself first; none for a proxy
     */
    hasRoom(networks: readonly SharedNetwork[]): boolean {
      const [client] = networks;
      if (client && queues.of(client.network) && isCrowded(client.network)) return false;
      return networks.every(hasRoomFor) && (all.size() < inAll || evict(all.next()));
    },
    add,
    /** Begins a phase of a connection; does nothing for one that was evicted or has ended. */
    move(connection: Connection, phase: Phase): void {
      if (!connections.has(connection.socket)) return;
      remove(connection);
      connection.phase = phase;
      add(connection);
      drain.check();
    },
    /** To be called when a connection has ended. */
    leave(connection: Connection): void {
      remove(connection);
      drain.check();
    },
    /** Ends every connection, also those that have no parser yet, which Node's own does not know. */
    closeAll(): void {
      for (const phase of Object.values(all.of)) for (const { socket } of phase) socket.destroy();
    },
    closeIfQuiet: drain.closeIfQuiet,
    drain: drain.begin,
  };
}
