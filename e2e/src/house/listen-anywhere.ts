import type { Server, Socket } from 'node:net';

/** Lets a server listen at a port of this machine: a free one, unless one is named. */
export async function listenAnywhere(server: Server, wanted = 0) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const disconnectAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    disconnectAll,
    /** Stops listening and disconnects all. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        disconnectAll();
      }),
  };
}
