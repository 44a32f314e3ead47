import { settingsOf } from '@tallystick/registry/contract/app-settings';
import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { addCall, good } from '../call.ts';
import type { Context } from '../context.ts';
import { etag, revisionOf } from '../if-match.ts';

/** Who may do what, limits and approvals of apps; the audit log, whether it holds, and what may be deleted. */
export function upkeepCalls(server: FastifyInstance, { registry }: Context): void {
  addCall(server, routes.session, async ({ actor }) => ({ ok: true, value: actor }));
  addCall(server, routes.whoami, async ({ actor }) => ({
    ok: true,
    value: { ...actor, capabilities: [...registry.parts.capabilities] },
  }));
  addCall(server, routes.tokens, ({ actor }) => registry.access.tokens(actor));
  addCall(server, routes.createToken, ({ actor, body }) =>
    registry.access.createToken(actor, body),
  );
  addCall(server, routes.revokeToken, ({ actor, params }) =>
    registry.access.revokeToken(actor, params.id),
  );

  addCall(server, routes.settings, async ({ params: { app }, reply }) => {
    const settings = settingsOf(await registry.settings.all(), app);
    reply.header('etag', etag(settings.revision));
    return { ok: true, value: settings };
  });
  addCall(server, routes.changeSettings, async ({ actor, params, body, request, reply }) => {
    const expected = revisionOf(request);
    if (!expected.ok) return expected;
    const result = await registry.settings.change(actor, params.app, expected.value, body);
    if (result.ok) reply.header('etag', etag(result.value.revision));
    return result;
  });

  addCall(server, routes.audit, ({ query }) => good(registry.audit.entries(query)));
  addCall(server, routes.verify, ({ actor }) => registry.audit.verification(actor));
  addCall(server, routes.gc, ({ actor, body }) => registry.gc(actor, body));
}
