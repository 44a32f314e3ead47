import { ticketEntry } from '@tallystick/contract/release-news';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Browsers } from '../canary/browser.ts';
import { type Prepared, prepareQuickly, sendPrepared } from '../http/prepared.ts';
import { refuse } from '../http/refuse.ts';
import { once } from '../memory/once.ts';
import type { Previews } from '../preview/previews.ts';
import type { Release } from '../release/release.ts';
import type { Releases } from '../release/releases.ts';
import type { RenderAddress } from '../rendering/rendered-pages.ts';
import { isNavigation, type PageTickets } from '../reports/page-tickets.ts';
import type { DescribeAddress } from './describe-address.ts';
import { newestIn } from './newest-release.ts';
import { sendNotice } from './notice.ts';
import type { MakePage } from './page-maker.ts';
import { openPreparedPages, sendPage } from './prepared-pages.ts';
import { previewPages } from './preview-pages.ts';

/** How many prepared release documents are cached. */
const maxDocuments = 200;
const json = 'application/json; charset=utf-8';

export interface PagesOptions {
  channel: string;
  releases: Releases;
  previews: Previews;
  browsers: Browsers;
  makePage: MakePage;
  describe: DescribeAddress;
  tickets: Pick<PageTickets, 'issue'>;
  /** Absent: browsers draw all pages. */
  render?: RenderAddress | undefined;
}

/** The pages of the site, and the release document by itself. */
export function pages(
  server: FastifyInstance,
  { channel, releases, previews, browsers, makePage, describe, tickets, render }: PagesOptions,
): void {
  const prepared = openPreparedPages({ makePage, render });
  const ofPreview = previewPages({ previews, releases, describe, prepared });
  const newestFor = newestIn(channel, releases);
  const documents = new LRUCache<string, Promise<Prepared>>({ max: maxDocuments });
  const documentOf = async ({ signed }: Release) =>
    prepareQuickly(json, Buffer.from(JSON.stringify(signed)));

  server.get('/releases/current.json', async (request, reply) => {
    const preview = await previews.of(request);
    if (preview !== null) {
      reply.header('cache-control', 'no-store');
      if (!preview.ok) return refuse(reply, 404, preview.problem);
      return sendPrepared(request, reply, await documentOf(preview.value), ['cookie']);
    }
    const known = () => browsers.of(request.headers.cookie)?.id ?? null;
    const release = await newestFor(known, reply);
    if (!('signed' in release)) return refuse(reply, 503, release.text);
    const document = await once(documents, release.key, () => documentOf(release));
    return sendPrepared(request, reply, document, ['cookie']);
  });

  server.get('/*', async (request, reply) => {
    const asked = await previews.asks(request);
    if (asked !== null) return ofPreview.askFor(reply, asked);
    const preview = await previews.of(request);
    if (preview !== null) return ofPreview.send(request, reply, preview);
    if (await previews.hasEnded(request)) return ofPreview.sendEnded(request, reply);
    const known = browsers.of(request.headers.cookie);
    let browser = known?.issuedAt == null ? null : known.id;
    const release = await newestFor(() => {
      if (browser !== null) return browser;
      const { id, cookie } = browsers.issue(known);
      reply.header('set-cookie', cookie);
      browser = id;
      return id;
    }, reply);
    if (!('signed' in release)) return sendNotice(reply.code(503), release);
    const described = await describe(request.url, release.document);
    const { owner, status, movedTo } = described;
    // Asked anew each time: after a rollback the page is at its address of before.
    if (movedTo !== undefined) {
      return reply
        .header('cache-control', 'no-cache')
        .header('vary', 'cookie')
        .redirect(movedTo, 301);
    }
    const page = await prepared.forAll(described, release, request.url);
    if (browser !== null && owner !== null && isNavigation(request.headers)) {
      const { revision } = release.document;
      // The ticket belongs to this answer alone. It is not in the body, which is the same for many visitors.
      const ticket = tickets.issue(browser, { app: owner, revision });
      reply.header('server-timing', `${ticketEntry};desc="${ticket}"`);
    }
    return sendPage(request, reply.code(status), page);
  });
}
