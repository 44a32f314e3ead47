import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenAnywhere } from './free-ports.testing.ts';
import type { PostgresServer } from './postgres-server.testing.ts';

type Server = Pick<PostgresServer, 'url'>;

/**
 * A TCP proxy in front of a server. It can drop everything silently, as a firewall does that no longer knows its
 * connections, and can lead to another server. `open`: how many connections it forwards.
 */
export async function startWay(server: Server, open = Number.POSITIVE_INFINITY) {
  const sockets: Socket[] = [];
  let { url } = server;
  let hangs = false;
  let left = open;
  let onPooled = () => {};
  const way = createServer((near) => {
    left -= 1;
    if (hangs || left < 0) return;
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [near, far]) sockets.push(socket.on('error', () => {}));
    // The first message of a connection has its application's name in it.
    near.once('data', (said) => said.includes('\0tallystick\0') && onPooled());
    near.pipe(far).pipe(near);
  });
  const port = await listenAnywhere(way);
  const cut = () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    swallow: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut,
    /** Forwards new connections to another server; resolves when one of a pool has come. */
    leadTo: (other: Server) => {
      url = other.url;
      return new Promise<void>((resolve) => {
        onPooled = resolve;
      });
    },
    /** Cuts all connections, and leaves new ones without an answer; resolves when one has come. */
    hang: () => {
      hangs = true;
      cut();
      return once(way, 'connection');
    },
    goOn: () => {
      hangs = false;
    },
    end: () => {
      cut();
      way.close();
    },
  };
}
