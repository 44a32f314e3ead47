import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets the service stop as soon as the requests under way are answered. Browsers open connections
 * ahead of need, and keep used ones: Node would wait a minute for the first request of the one,
 * and as long for the next request of the other.
 */
export function stopPromptly(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket) => {
    if (closing) socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    silent.delete(socket);
    response.once('finish', () => {
      if (closing) socket.end();
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of silent) socket.destroy();
  });
}
