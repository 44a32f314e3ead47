import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';

const pathSchema = v.object({ '*': v.string() });

/** The log of releases for everybody: `/releases/log/checkpoint` and tiles (C2SP tlog-tiles). */
export function publicLog(server: FastifyInstance, { parts }: Pick<Registry, 'parts'>): void {
  server.get('/releases/log/*', async (request, reply) => {
    const { '*': path } = v.parse(pathSchema, request.params);
    const file = await parts.logFile(path);
    if (file === null) return reply.callNotFound();
    const isTile = path !== 'checkpoint';
    return reply
      .type(isTile ? 'application/octet-stream' : 'text/plain; charset=utf-8')
      .header('cache-control', isTile ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(Buffer.from(file));
  });
}
