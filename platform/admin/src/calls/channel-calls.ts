import { refusal } from '@tallystick/registry/contract/problem';
import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { addCall, good } from '../call.ts';
import type { Context } from '../context.ts';
import { etag, revisionOf } from '../if-match.ts';

/** What is live, what was, and how to change it. */
export function channelCalls(server: FastifyInstance, { registry }: Context): void {
  addCall(server, routes.channels, () => good(registry.channels()));

  addCall(server, routes.board, async ({ params, reply }) => {
    const board = await registry.board(params.channel);
    reply.header('etag', etag(board.current?.revision ?? 0));
    return { ok: true, value: board };
  });

  addCall(server, routes.change, async ({ actor, params, body, request, reply }) => {
    const expected = revisionOf(request);
    if (!expected.ok) return expected;
    const result = await registry.change(actor, params.channel, expected.value, body);
    if (result.ok) reply.header('etag', etag(result.value.revision));
    return result;
  });

  addCall(server, routes.preview, ({ actor, params, body }) =>
    registry.preview(actor, params.channel, body),
  );

  addCall(server, routes.canShip, ({ params, body }) =>
    good(registry.canShip(params.channel, body)),
  );

  addCall(server, routes.history, ({ params, query }) =>
    good(registry.history(params.channel, query)),
  );

  addCall(server, routes.revision, async ({ params: { channel, revision } }) => {
    const found = await registry.at(channel, revision);
    return found === null
      ? refusal('unknown', `${channel} has no revision ${revision}.`)
      : { ok: true, value: found };
  });

  addCall(server, routes.lock, ({ actor, params, body }) =>
    registry.lock(actor, params.channel, params.app, body.reason),
  );

  addCall(server, routes.unlock, ({ actor, params, body }) =>
    registry.unlock(actor, params.channel, params.app, body.reason),
  );
}
