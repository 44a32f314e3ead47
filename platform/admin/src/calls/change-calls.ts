import { changeRoutes } from '@tallystick/registry/contract/routes/change-routes';
import type { FastifyInstance } from 'fastify';
import { addCall } from '../call.ts';
import type { Context } from '../context.ts';
import { etag } from '../if-match.ts';

/** Changes of a channel by one call each. */
export function changeCalls(server: FastifyInstance, { registry, sites }: Context): void {
  addCall(server, changeRoutes.requestChange, async ({ actor, params, body, reply }) => {
    const result = await registry.channel(params.channel).request(actor, body);
    if (!result.ok) return result;
    const { outcome, revision } = result.value;
    if (outcome === 'made') reply.code(201);
    if (outcome !== 'would-be') reply.header('etag', etag(revision.revision));
    const site = sites.byChannel.get(params.channel);
    if (outcome !== 'made' || site === undefined) return result;
    return { ok: true, value: { ...result.value, site } };
  });
}
