import { createServer, connect as dial, type Socket } from 'node:net';
import { listenAnywhere } from './listen-anywhere.ts';

/** A line to a server on this machine, over which answers can be lost, and which can hang. */
export type CutLine = Awaited<ReturnType<typeof startCutLine>>;

export async function startCutLine() {
  let port = 0;
  let cut: string | null = null;
  let lost = 0;
  let hangs = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1');
    let doomed = false;
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
    near.on('data', (part) => {
      if (cut !== null && part.includes(`POST ${cut} `)) doomed = true;
      far.write(part);
    });
    far.on('data', (part) => {
      if (doomed) {
        lost += 1;
        end();
      } else {
        near.write(part);
      }
    });
    if (hangs) for (const socket of [near, far]) socket.pause();
  });
  const { port: own, close } = await listenAnywhere(server);
  return {
    port: own,
    url: `http://localhost:${own}`,
    /** Where it leads to. */
    connect: (url: string) => {
      port = Number(new URL(url).port);
    },
    /** From now on requests to `path` arrive, and their connections are cut before the answer; null: none. */
    cut: (path: string | null) => {
      cut = path;
    },
    /** Nothing is forwarded any more: connections stay open without an answer. */
    hang() {
      hangs = true;
      for (const socket of sockets) socket.pause();
    },
    /** Forwards again, beginning with what has come meanwhile. */
    resume() {
      hangs = false;
      for (const socket of sockets) socket.resume();
    },
    /** How many answers were lost. */
    lost: () => lost,
    close,
  };
}
