import { isForeign, isLocal } from '@tallystick/guard/local-peer';
import type { FastifyPluginAsync } from 'fastify';
import { errorBody } from '../service/errors.ts';
import { outboxPath } from '../settings/local-outbox.ts';
import { codeMail } from './code-mail.ts';
import type { MailQueue } from './mail-queue.ts';
import { type OutboxMessage, outboxPage, outboxPolicy } from './outbox-page.ts';

export interface OutboxRouteOptions {
  queue: MailQueue;
  productName: string;
  /** The origin where browsers reach the service. Pages of another origin may not ask. */
  origin: string;
}

const shown = 50;

/**
 * The mails that wait, for people (HTML) and for tests (JSON, unless HTML is asked for), on this
 * machine only. Nobody sends them, so they wait until their codes expire.
 */
export const outboxRoute: FastifyPluginAsync<OutboxRouteOptions> = async (
  app,
  { queue, productName, origin },
) => {
  app.get(outboxPath, { schema: { hide: true } }, async (request, reply) => {
    if (!isLocal(request.raw) || isForeign(request.headers, [origin]))
      return reply.code(404).send(errorBody(404));
    const mails = await queue.read(shown);
    const messages: OutboxMessage[] = mails.map(({ at, ...letter }) => ({
      ...codeMail(letter, productName),
      at: new Date(at).toISOString(),
    }));
    reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'same-site');
    if (!request.headers.accept?.includes('text/html')) return { messages };
    return reply
      .header('content-security-policy', outboxPolicy)
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(outboxPage(messages, productName));
  });
};
