import { refusal } from '@tallystick/registry/contract/problem';
import { routes } from '@tallystick/registry/contract/routes';
import { allows } from '@tallystick/registry/contract/tokens';
import type { FastifyInstance } from 'fastify';
import { addCall, good } from '../call.ts';
import type { Context } from '../context.ts';
import { etag, revisionOf } from '../if-match.ts';

/** What is live, what was, and how to change it. */
export function channelCalls(server: FastifyInstance, { registry }: Context): void {
  addCall(server, routes.channels, () => good(registry.channels()));

  addCall(server, routes.board, async ({ actor, params, reply }) => {
    const board = await registry.channel(params.channel).board();
    reply.header('etag', etag(board.current?.revision ?? 0));
    // What an app throws is for its own team and managers, here as in the list of its errors.
    const thrown = board.thrown.filter(({ app }) => allows(actor, app, 'promote'));
    return { ok: true, value: { ...board, thrown } };
  });

  addCall(server, routes.change, async ({ actor, params, body, request, reply }) => {
    const expected = revisionOf(request);
    if (!expected.ok) return expected;
    const result = await registry.channel(params.channel).change(actor, expected.value, body);
    if (result.ok) reply.header('etag', etag(result.value.revision));
    return result;
  });

  addCall(server, routes.preview, ({ actor, params, body }) =>
    registry.channel(params.channel).preview(actor, body),
  );

  addCall(server, routes.canShip, ({ params, body }) =>
    good(registry.channel(params.channel).canShip(body)),
  );

  addCall(server, routes.openings, ({ params }) =>
    good(registry.channel(params.channel).openings()),
  );
  addCall(server, routes.slots, ({ params }) => good(registry.channel(params.channel).slots()));

  addCall(server, routes.history, ({ params, query }) =>
    good(registry.channel(params.channel).history(query)),
  );

  addCall(server, routes.revision, async ({ params: { channel, revision } }) => {
    const found = await registry.channel(channel).at(revision);
    return found === null
      ? refusal('unknown', `${channel} has no revision ${revision}.`)
      : { ok: true, value: found };
  });

  addCall(server, routes.lock, ({ actor, params, body }) =>
    registry.channel(params.channel).lock(actor, params.app, body.reason, body.until),
  );

  addCall(server, routes.unlock, ({ actor, params, body }) =>
    registry.channel(params.channel).unlock(actor, params.app, body.reason),
  );
}
