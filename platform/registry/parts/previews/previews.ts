import { buildsOfLink } from '../../src/contract/preview-selection.ts';
import { callOf } from '../../src/part/call.ts';
import { type PartContext, partKind } from '../../src/part/part.ts';
import { previewRoutes } from './contract/routes.ts';
import { endPreviews, linksEndedBy } from './ended-previews.ts';
import { previewLog } from './log-view.ts';
import { openPreviewLinks, type PreviewLinks } from './preview-links.ts';
import { makeTicket } from './tickets.ts';

/** Lets people see builds on the live site before anybody else. */
export const previews = partKind<void, PreviewLinks>('previews', {}, () => ({
  log: previewLog,
  revising: (replay, before, next, at) => {
    const endedPreviews = linksEndedBy(replay, before, next, at);
    return endedPreviews.length > 0 ? { endedPreviews } : {};
  },
  appended: endPreviews,
  needs: (replay, now) => ({
    why: 'preview',
    builds: [...previewLog.of(replay).values()].flatMap(({ link }) =>
      Date.parse(link.expiresAt) > now
        ? Object.entries(buildsOfLink(link)).map(([app, build]) => ({ app, build }))
        : [],
    ),
  }),
  open: (context) => {
    const service = openPreviewLinks(context);
    return { service, previewLinkOf: service.find, calls: callsOf(service, context) };
  },
}));

function callsOf(links: PreviewLinks, context: PartContext) {
  return {
    openPreviewLink: callOf(previewRoutes.openPreviewLink, async ({ actor, body, siteOf }) => {
      const opened = await links.open(actor, body);
      if (!opened.ok) return opened;
      const { link, secret } = opened.value;
      const url = `${siteOf(link.channel)}/releases/preview?link=${secret}`;
      return { ok: true, value: { link, url } };
    }),
    previewLinks: callOf(previewRoutes.previewLinks, async ({ actor, query }) => ({
      ok: true,
      value: await links.list(actor, query.app),
    })),
    endPreviewLink: callOf(previewRoutes.endPreviewLink, ({ actor, params }) =>
      links.end(actor, params.id),
    ),
    previewTicket: callOf(previewRoutes.previewTicket, ({ actor, body, siteOf }) =>
      makeTicket(context, actor, body, siteOf(body.channel)),
    ),
  };
}
