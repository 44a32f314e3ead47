import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';
import type { FastifyInstance } from 'fastify';
import type { Previews } from './previews.ts';
import { lookedAt, pathOf } from './target.ts';

/** Largest form that is read, in bytes; a ticket is far smaller. */
const bodyLimit = 2_048;

export interface PreviewRoutesOptions {
  previews: Previews;
  /** What a ticket of the admin API is for; null if it is not good, or not any more. */
  redeem(ticket: string): PreviewTarget | null;
}

/**
 * The way into a preview, by a ticket that the admin API gave to a signed-in manager and that comes
 * in the body of a form, and the way out. Whatever is wrong with a ticket, what follows is the
 * plain page: nothing tells a guess from a ticket that has been used.
 */
export async function previewRoutes(
  server: FastifyInstance,
  { previews, redeem }: PreviewRoutesOptions,
): Promise<void> {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, String(body)),
  );

  server.post('/releases/preview', async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const target = redeem(form.get('ticket') ?? '');
    reply.header('cache-control', 'no-store');
    if (target === null) return reply.redirect('/', 303);
    const looked = lookedAt(target);
    return reply.header('set-cookie', previews.begin(looked)).redirect(pathOf(looked), 303);
  });

  server.get(previews.leave, async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header('set-cookie', previews.end(request))
      .redirect('/', 303),
  );
}
