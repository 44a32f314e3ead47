import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { noSuchCall } from '@tallystick/registry/contract/problem';
import type { FastifyInstance } from 'fastify';
import { refuse } from './answers.ts';

/** A name that holds a hash of the content, so that what stands under it never changes. */
const hashed = /\.[0-9a-f]{8,}\.\w+$/;
/** Paths of calls and of files; any other path is an address within the console. */
const noPage = /^\/v1(?:\/|$)|\.\w+$/;

/**
 * Serves the console's built files, and its page at every path that is neither a file nor a call.
 * Files are looked for at each request, since the console may be built while the server runs.
 */
export async function consoleFiles(
  server: FastifyInstance,
  { folder, sites }: { folder: string; sites: readonly string[] },
): Promise<void> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    `form-action ${sites.join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
  await server.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    dotfiles: 'deny',
    setHeaders: (response, path) => {
      response.header('content-security-policy', policy);
      const forEver = 'public, max-age=31536000, immutable';
      response.header('cache-control', hashed.test(path) ? forEver : 'no-cache');
    },
  });
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    if (noPage.test(path) || !['GET', 'HEAD'].includes(request.method)) {
      return refuse(reply, noSuchCall);
    }
    if (existsSync(join(folder, 'index.html'))) return reply.sendFile('index.html');
    return reply.code(503).type('text/plain').send('The console is not built yet.');
  });
}
