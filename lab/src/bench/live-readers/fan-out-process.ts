import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The least that a server of event streams does: a GET is a stream, and what is posted is written to all. */
const open = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    open.add(response);
    response.once('close', () => open.delete(response));
    return;
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const bytes = Buffer.concat(parts);
    for (const reader of open) reader.write(bytes);
    response.end();
  });
});
server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 });
await once(server, 'listening');
const address: AddressInfo | string | null = server.address();
if (typeof address === 'object') process.send?.(address?.port);
