import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sayPort } from '../../processes/answer-orders.ts';

/** The least that a server of event streams does: a GET is a stream, and what is posted is written to all. */
const open = new Set<ServerResponse>();
const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    open.add(response);
    response.once('close', () => open.delete(response));
    return;
  }
  const bytes = await buffer(request);
  for (const reader of open) reader.write(bytes);
  response.end();
});
await sayPort(server);
