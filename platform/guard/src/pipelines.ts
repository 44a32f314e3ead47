import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConnectionTable } from './connection-table.ts';
import type { Turns } from './turns.ts';

/** Handles the requests of a connection one after the other. `ahead`: how many may be under way on one. */
export function openPipelines(
  { of, move }: Pick<ConnectionTable, 'of' | 'move'>,
  { chargeCut }: Pick<Turns, 'chargeCut'>,
  ahead: number,
) {
  /**
   * Counts a request as under way on its connection, and calls `handle` once those before it are answered. So nothing is
   * done for a client that does not read, or whose connection is cut because of its next requests. Never calls it if
   * the connection is closed before, maybe because it has too many.
   */
  function begin(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    const connection = of(request.socket);
    // It was closed, and the parser still had requests of the same chunk.
    if (connection === undefined || request.socket.destroyed) {
      // Otherwise Node reads the stack of an error for each of them, a third of what such a chunk costs.
      request.destroy();
      return;
    }
    const { underWay, networks, later } = connection;
    if (underWay.size >= ahead) {
      // This connection alone: hundreds of people may be behind its address.
      request.socket.destroy();
      const [client] = networks;
      if (client !== undefined) chargeCut(client.network);
      return;
    }
    underWay.add(response);
    move(connection, hasBody(request) ? 'receiving' : 'waiting');
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

  return { begin };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0';
}
