/** What waits for a turn: a request, or a connection whose first bytes are still to be read. */
export type Kind = 'request' | 'connection';

interface Waiter {
  run(): void;
}

/** What one client has waiting, the oldest first, and how many of its requests went ahead of its oldest connection. */
type ClientWaiters = Record<Kind, Set<Waiter>> & { passedOver: number };

/** While connections of a client wait, at least one of so many turns reads one. */
const connectionEvery = 10;

export type ClientQueue = ReturnType<typeof openClientQueue>;

/**
 * A queue in which each client gets its turn (round robin). A turn takes the client's oldest request or, if it has
 * none, its oldest connection. So what was read is answered before more is read. One turn in ten takes a connection all
 * the same, since requests that never end would keep the client's new connections waiting.
 */
export function openClientQueue() {
  /** The first client of the map is next. */
  const clients = new Map<string, ClientWaiters>();
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
      const takesConnection =
        connection.size > 0 && (request.size === 0 || passedOver >= connectionEvery - 1);
      const [next] = takesConnection ? connection : request;
      waits.passedOver = takesConnection || connection.size === 0 ? 0 : passedOver + 1;
      // The client moves to the end of the queue.
      clients.delete(client);
      clients.set(client, waits);
      if (next === undefined) return undefined;
      remove(client, next);
      return { client, run: next.run };
    },
  };
}
