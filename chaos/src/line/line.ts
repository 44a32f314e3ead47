import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { lateness, type Trouble, troubled } from './trouble.ts';

/** A line between the browser and one server of the house, on which things can go wrong. */
export interface Line {
  /** Where the browser finds the server. */
  url: string;
  /** Where it leads to. */
  lead(url: string): void;
  /** From now on what is asked for at these paths has a trouble. Connections that are open end. */
  trouble(paths: RegExp, trouble: Trouble): void;
  /** All is well again; what hangs is let go. */
  mend(): void;
  /** How many answers had a trouble since `trouble` was called. */
  met(): number;
  close(): Promise<void>;
}

export async function openLine(): Promise<Line> {
  let target = '';
  let wrong: { paths: RegExp; trouble: Trouble } | null = null;
  let met = 0;
  const sockets = new Set<Socket>();
  const server = createServer((asked, answer) => {
    const trouble = wrong?.paths.test(asked.url ?? '') ? wrong.trouble : null;
    if (trouble !== null) met += 1;
    pass(asked, answer, target, trouble).catch(() => answer.destroy());
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://localhost:${address.port}`,
    lead: (url) => {
      target = url;
    },
    trouble(paths, trouble) {
      wrong = { paths, trouble };
      met = 0;
    },
    mend() {
      if (wrong?.trouble === 'hangs') hangUp();
      wrong = null;
    },
    met: () => met,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        hangUp();
      }),
  };
}

async function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  target: string,
  trouble: Trouble | null,
): Promise<void> {
  // The server is asked all the same: what goes wrong is the answer's way back.
  if (trouble === 'hangs') return;
  if (trouble === 'refused') {
    asked.socket.destroy();
    return;
  }
  const plain = trouble !== null;
  const got = await ask(asked, answer, target, plain);
  if (trouble === 'late') await new Promise((resolve) => setTimeout(resolve, lateness));
  if (trouble === null || trouble === 'late') {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    // At once: the head of a stream of events says that it is open.
    answer.flushHeaders();
    got.pipe(answer);
    got.on('error', () => answer.destroy());
    return;
  }
  const { statusCode: status = 502, headers } = got;
  const sent = troubled(trouble, { status, headers, body: await buffer(got) });
  answer.writeHead(sent.status, sent.headers);
  if (sent.cut) answer.write(sent.body, () => asked.socket.destroy());
  else answer.end(sent.body);
}

/** @param plain whether the answer is to be whole and not compressed */
function ask(
  asked: IncomingMessage,
  answer: ServerResponse,
  target: string,
  plain: boolean,
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(target);
  const { 'accept-encoding': accepted, 'if-none-match': known, ...headers } = asked.headers;
  const more = plain ? {} : { 'accept-encoding': accepted, 'if-none-match': known };
  const defined = Object.entries({ ...headers, ...more }).filter(
    ([, value]) => value !== undefined,
  );
  return new Promise((resolve, reject) => {
    const onward = request(
      {
        hostname,
        port,
        path: asked.url,
        method: asked.method,
        headers: Object.fromEntries(defined),
        agent: false,
      },
      resolve,
    );
    onward.on('error', reject);
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
}
