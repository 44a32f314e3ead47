import { type Connection, type EvictionQueue, openEvictionQueue } from './eviction-queue.ts';

/**
 * The connections of each network, in a queue of its own. A connection is in those of all its networks, by its phase.
 *
 * @param arriving milliseconds for which a new connection is spared
 */
export function openNetworkQueues(arriving: number) {
  const queues = new Map<string, EvictionQueue>();
  return {
    /** Undefined: the network has no connection. */
    of: (network: string): EvictionQueue | undefined => queues.get(network),
    add(connection: Connection): void {
      for (const { network } of connection.networks) {
        const queue = queues.get(network) ?? openEvictionQueue(arriving);
        queues.set(network, queue);
        queue.of[connection.phase].add(connection);
      }
    },
    /** To be called before the connection's phase changes. */
    delete(connection: Connection): void {
      for (const { network } of connection.networks) {
        const queue = queues.get(network);
        queue?.of[connection.phase].delete(connection);
        if (queue?.size() === 0) queues.delete(network);
      }
    },
  };
}
