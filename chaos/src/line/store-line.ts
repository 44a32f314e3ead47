import { createServer, connect as dial, type Socket } from 'node:net';

/** A line between the servers of the house and their database. */
export interface StoreLine {
  port: number;
  /** Nothing passes any more: connections stay open, and nobody answers. */
  hang(): void;
  /** What waited passes, in its order. */
  mend(): void;
  close(): Promise<void>;
}

export async function openStoreLine(target: number): Promise<StoreLine> {
  const sockets = new Set<Socket>();
  let hanging = false;
  const server = createServer((near) => {
    const far = dial(target, '127.0.0.1');
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    near.on('data', (part) => far.write(part));
    far.on('data', (part) => near.write(part));
    if (hanging) for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    hang() {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      hanging = false;
      for (const socket of sockets) socket.resume();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
