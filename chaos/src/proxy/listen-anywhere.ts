import type { Server, Socket } from 'node:net';

/** A server at a free port of this machine. */
export interface Listening {
  port: number;
  disconnectAll(): void;
  /** Stops listening and disconnects all. */
  close(): Promise<void>;
}

export async function listenAnywhere(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const disconnectAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    disconnectAll,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        disconnectAll();
      }),
  };
}
