import { settingsOf } from '@tallystick/registry/contract/app-settings';
import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { addCall } from '../call.ts';
import type { Context } from '../context.ts';
import { etag, revisionOf } from '../if-match.ts';

/** Limits and approvals of apps. */
export function settingsCalls(server: FastifyInstance, { registry }: Context): void {
  addCall(server, routes.settings, async ({ params: { app }, reply }) => {
    const settings = settingsOf(await registry.settings(), app);
    reply.header('etag', etag(settings.revision));
    return { ok: true, value: settings };
  });

  addCall(server, routes.changeSettings, async ({ actor, params, body, request, reply }) => {
    const expected = revisionOf(request);
    if (!expected.ok) return expected;
    const result = await registry.changeSettings(actor, params.app, expected.value, body);
    if (result.ok) reply.header('etag', etag(result.value.revision));
    return result;
  });
}
