import { createServer, connect as dial, type Socket } from 'node:net';
import { listenAnywhere } from '@tallystick/e2e/src/house/listen-anywhere.ts';

/** A TCP proxy between the servers and their database. */
export type StoreProxy = Awaited<ReturnType<typeof openStoreProxy>>;

export async function openStoreProxy(target: number) {
  const forwarding = new Set<Socket>();
  let hanging = false;
  const forward = (from: Socket, to: Socket) => {
    forwarding.add(from);
    from.on('data', (part) => to.write(part));
    from.on('error', () => from.destroy());
    from.on('close', () => {
      forwarding.delete(from);
      to.destroy();
    });
    if (hanging) from.pause();
  };
  const server = createServer((near) => {
    const far = dial(target, '127.0.0.1');
    forward(near, far);
    forward(far, near);
  });
  const { port, close } = await listenAnywhere(server);
  return {
    port,
    /** Nothing is forwarded any more: connections stay open without an answer. */
    hang() {
      hanging = true;
      for (const socket of forwarding) socket.pause();
    },
    /** Forwards again, beginning with what has come meanwhile. */
    resume() {
      hanging = false;
      for (const socket of forwarding) socket.resume();
    },
    close,
  };
}
