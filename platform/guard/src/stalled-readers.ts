import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';
import type { ConnectionTable } from './connection-table.ts';

/** Marks connections whose clients do not read their answers, so that they may be evicted, and cuts them in the end. */
export function cutStalledReaders(
  server: Server,
  { stalledAfter, cutAfter }: Pick<ConnectionLimits, 'stalledAfter' | 'cutAfter'>,
  { of, move }: Pick<ConnectionTable, 'of' | 'move'>,
): void {
  server.timeout = stalledAfter;
  server.on('timeout', (socket: Socket) => {
    const connection = of(socket);
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
}
