import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenAnywhere } from './free-ports.testing.ts';
import type { PostgresServer } from './postgres-server.testing.ts';

type Server = Pick<PostgresServer, 'url'>;

/**
 * A way to a server that can swallow everything, as a firewall does that has forgotten its connections, and can lead
 * to another server; `open`: of how many connections it lets anything through.
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
    // What a connection says first has its application's name in it.
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
    /** Leads who comes then to another server; resolves when a connection of a pool has come. */
    leadTo: (other: Server) => {
      url = other.url;
      return new Promise<void>((resolve) => {
        onPooled = resolve;
      });
    },
    /** Cuts all, and leaves who comes then without an answer; resolves when somebody has come. */
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
