import type { safeHeaders } from '@tallystick/shared/http/safe-headers';
import type { FastifyInstance } from 'fastify';

/** Gives every answer these headers, streams too; what a route sets itself stands. */
export function sendHeaders(
  server: FastifyInstance,
  headers: ReturnType<typeof safeHeaders>,
): void {
  const all = Object.entries(headers);
  server.addHook('onRequest', async (_request, { raw }) => {
    // On the answer itself: fastify does not write what a stream sends.
    for (const [name, value] of all) raw.setHeader(name, value);
  });
}
