import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request that a receiver got. */
export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that answers one status after the other, the last one for good; 0: not at all. */
export async function openReceiver(statuses: readonly number[] = [204]) {
  const heard: Heard[] = [];
  const server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = statuses[Math.min(heard.length, statuses.length - 1)] ?? 200;
      heard.push({ headers: request.headers, body });
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, { location: '/elsewhere' }).end('thank you');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { heard, url: `http://127.0.0.1:${port}/hook`, close };
}
