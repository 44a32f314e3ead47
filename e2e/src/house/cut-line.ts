import { createServer, connect as dial } from 'node:net';
import { listenAnywhere } from './listen-anywhere.ts';

/** A line to a server on this machine, over which answers can be lost. */
export type CutLine = Awaited<ReturnType<typeof startCutLine>>;

export async function startCutLine() {
  let port = 0;
  let cut: string | null = null;
  let lost = 0;
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1');
    let doomed = false;
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
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
  });
  const { port: own, close } = await listenAnywhere(server);
  return {
    url: `http://localhost:${own}`,
    /** Where it leads to. */
    connect: (url: string) => {
      port = Number(new URL(url).port);
    },
    /** From now on requests to `path` arrive, and their connections are cut before the answer; null: none. */
    cut: (path: string | null) => {
      cut = path;
    },
    /** How many answers were lost. */
    lost: () => lost,
    close,
  };
}
