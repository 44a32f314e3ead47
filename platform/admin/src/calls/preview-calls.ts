import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';
import { type Refusal, refusal } from '@tallystick/registry/contract/problem';
import { routes } from '@tallystick/registry/contract/routes';
import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import { addCall, good } from '../call.ts';
import type { Context } from '../context.ts';

/** Tickets and links to see on the site what nobody else sees yet. */
export function previewCalls(server: FastifyInstance, { registry, siteOrigin }: Context): void {
  addCall(server, routes.openPreviewLink, async ({ actor, body }) => {
    const opened = await registry.openPreviewLink(actor, body);
    if (!opened.ok) return opened;
    const { link, secret } = opened.value;
    return { ok: true, value: { link, url: `${siteOrigin}/releases/preview?link=${secret}` } };
  });
  addCall(server, routes.previewLinks, ({ actor, query }) =>
    good(registry.previewLinks(actor, query.app)),
  );
  addCall(server, routes.endPreviewLink, ({ actor, params }) =>
    registry.endPreviewLink(actor, params.id),
  );

  addCall(server, routes.previewTicket, async ({ actor, body }) => {
    if (actor.scope.kind !== 'manager') {
      return refusal('forbidden', 'A preview needs the token of a manager.');
    }
    const missing = await whatIsMissing(registry, body);
    if (missing !== null) return missing;
    const action = `${siteOrigin}/releases/preview`;
    const { tokenId } = actor;
    const target = JSON.stringify({ target: body, by: actor.name });
    const ticket = await registry.shortLived.issue('preview-ticket', target, tokenId);
    return { ok: true, value: { action, ticket } };
  });
}

async function whatIsMissing(registry: Registry, target: PreviewTarget): Promise<Refusal | null> {
  if ('revision' in target) {
    const revision = await registry.at(target.channel, target.revision);
    if (revision !== null) return null;
    return refusal('unknown', `${target.channel} has no revision ${target.revision}.`);
  }
  const builds = Object.entries(target.builds);
  if (builds.length === 0) return refusal('invalid', 'builds: must name at least one.');
  const { recalled } = (await registry.current(target.channel)) ?? { recalled: [] };
  for (const [app, build] of builds) {
    if (recalled.some((one) => one.app === app && one.build === build)) {
      return refusal('invalid', `${app} ${build} was recalled in ${target.channel}.`);
    }
    if ((await registry.build(app, build)) === null) {
      return refusal('unknown', `There is no build ${app} ${build}.`);
    }
  }
  return null;
}
