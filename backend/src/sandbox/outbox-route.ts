import type { FastifyPluginAsync } from 'fastify';
import { errorBody } from '../service/errors.ts';
import { isLocal } from './local-peer.ts';
import { type Outbox, outboxPage } from './outbox.ts';

export interface OutboxRouteOptions {
  outbox: Outbox;
  productName: string;
}

/** The outbox for people (HTML) and for tests (JSON, unless HTML is asked for), on this machine only. */
export const outboxRoute: FastifyPluginAsync<OutboxRouteOptions> = async (
  app,
  { outbox, productName },
) => {
  app.get('/sandbox/outbox', { schema: { hide: true } }, async (request, reply) => {
    if (!isLocal(request)) return reply.code(404).send(errorBody(404));
    reply.header('cache-control', 'no-store');
    if (!request.headers.accept?.includes('text/html')) return { messages: outbox.messages };
    return reply
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(outboxPage(outbox.messages, productName));
  });
};
