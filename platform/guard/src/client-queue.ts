/** What waits for a turn: a request, or a connection that is to be read. */
export type Kind = 'request' | 'connection';

interface Waiter {
  run(): void;
}

/** What waits of one client, the oldest first; how many requests came before its oldest connection. */
type OfClient = Record<Kind, Set<Waiter>> & { passedOver: number };

/** Of what one client waits for, one of so many is a connection that is to be read. */
const readEvery = 10;

export type ClientQueue = ReturnType<typeof openClientQueue>;

/**
 * A queue in which each client gets its turn (round robin). It comes with its oldest request, or else with its oldest
 * connection: what was read is answered before more is read. One of ten is a connection all the same, since requests
 * that never end would keep the client's new connections waiting.
 */
export function openClientQueue() {
  /** The first client of the map is next. */
  const clients = new Map<string, OfClient>();
  let size = 0;

  function remove(client: string, waiter: Waiter): void {
    const waits = clients.get(client);
    if (waits === undefined || !(waits.request.delete(waiter) || waits.connection.delete(waiter)))
      return;
    size -= 1;
    if (waits.request.size + waits.connection.size === 0) clients.delete(client);
  }

  return {
    /** How many requests and connections wait. */
    size: () => size,
    /** How many connections of a client wait to be read. */
    unread: (client: string): number => clients.get(client)?.connection.size ?? 0,
    add(client: string, kind: Kind, waiter: Waiter): void {
      const waits = clients.get(client) ?? {
        request: new Set(),
        connection: new Set(),
        passedOver: 0,
      };
      waits[kind].add(waiter);
      clients.set(client, waits);
      size += 1;
    },
    /** Does nothing if the waiter's turn has come already. */
    remove,
    /** Takes out what is next; undefined: nothing waits. */
    take(): { client: string; run(): void } | undefined {
      const [first] = clients;
      if (first === undefined) return undefined;
      const [client, waits] = first;
      const { request, connection, passedOver } = waits;
      const isRead = connection.size > 0 && (request.size === 0 || passedOver >= readEvery - 1);
      const [next] = isRead ? connection : request;
      waits.passedOver = isRead || connection.size === 0 ? 0 : passedOver + 1;
      // To the end of the queue.
      clients.delete(client);
      clients.set(client, waits);
      if (next === undefined) return undefined;
      remove(client, next);
      return { client, run: next.run };
    },
  };
}
