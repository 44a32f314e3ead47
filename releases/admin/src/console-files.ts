import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** A name that holds a hash of the content: another content has another name. */
const hashed = /\.[0-9a-f]{8,}\.\w+$/;

/**
 * Serves the console's built files, if there are any: its page at every path that is neither a
 * file nor a call, since the console's own addresses are read in the browser.
 */
export async function consoleFiles(
  server: FastifyInstance,
  { folder, siteOrigin }: { folder: string; siteOrigin: string },
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    `form-action ${siteOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  await server.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    dotfiles: 'deny',
    setHeaders: (response, path) => {
      response.header('content-security-policy', policy);
      const forEver = 'public, max-age=31536000, immutable';
      response.header('cache-control', hashed.test(path) ? forEver : 'no-cache');
    },
  });
  server.get('/*', (request, reply) =>
    /^\/v1(\/|$)|\.\w+$/.test(request.url.split('?', 1)[0] ?? '')
      ? reply.callNotFound()
      : reply.sendFile('index.html'),
  );
}
