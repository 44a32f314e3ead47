import { defaultChannel } from '@tallystick/contract/release';
import { ticketEntry } from '@tallystick/contract/release-news';
import type { PreviewSelection } from '@tallystick/registry/contract/preview-selection';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Browsers } from '../canary/browser.ts';
import { type Prepared, prepareQuickly, sendPrepared, tagOf } from '../http/prepared.ts';
import { refuse } from '../http/refuse.ts';
import { unavailable } from '../http/server.ts';
import { once } from '../memory/once.ts';
import type { Previews } from '../preview/previews.ts';
import { pathOf } from '../preview/selection.ts';
import { queryOf } from '../preview/wish.ts';
import { type Release, type ReleaseNow, withOrigins } from '../release/release.ts';
import type { Releases } from '../release/releases.ts';
import type { RenderAddress } from '../rendering/rendered-pages.ts';
import { isNavigation, type PageTickets } from '../reports/page-tickets.ts';
import { isOwnRoute } from './address.ts';
import type { DescribeAddress, Described } from './describe-address.ts';
import { type Notice, sendNotice } from './notice.ts';
import type { RenderedPage } from './page.ts';
import type { MadePage, MakePage } from './page-maker.ts';

/** How many prepared pages are cached, each in the encodings that are asked for: of addresses that a route names, and of others. */
const maxPages = 200;
const maxOthers = 100;
const html = 'text/html; charset=utf-8';
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

/** A page in each encoding, and its policy. */
interface PreparedPage extends Pick<MadePage, 'isWhole' | 'policy'> {
  prepared: Prepared;
}

interface CachedPage {
  /** What it was prepared of; null: nothing, the browser draws it. */
  rendered: RenderedPage | null;
  page: Promise<PreparedPage>;
}

/** The pages of the site, and the release document by itself. */
export function pages(
  server: FastifyInstance,
  { channel, releases, previews, browsers, makePage, describe, tickets, render }: PagesOptions,
): void {
  // Made once for all browsers that get the same.
  const ofRoutes = new LRUCache<string, CachedPage>({ max: maxPages });
  // Apart, so that whoever walks through all addresses leaves what everybody asks for in its place.
  const ofOthers = new LRUCache<string, CachedPage>({ max: maxOthers });
  const documents = new LRUCache<string, Promise<Prepared>>({ max: maxPages });

  async function pageOf(
    { owner, head }: Described,
    release: ReleaseNow,
    rendered: RenderedPage | null,
  ): Promise<PreparedPage> {
    const { html: text, ...made } = await makePage(owner, release, head, rendered);
    // Some browsers keep the policy that they have, whatever a 304 says.
    const tag = tagOf(text + made.policy);
    return { ...made, prepared: prepareQuickly(html, Buffer.from(text), tag) };
  }
  /** Prepared once for as long as the page stays as it was rendered, or is the browser's to draw. */
  function cachedPage(
    address: string,
    described: Described,
    release: ReleaseNow,
    rendered: RenderedPage | null,
  ): Promise<PreparedPage> {
    const cache = isOwnRoute(address, release.document) ? ofRoutes : ofOthers;
    // What the browser draws differs by its head alone, whatever an address says beside.
    const at = rendered === null ? '' : address;
    const key = `${release.key} ${described.owner} ${JSON.stringify(described.head)} ${release.origins} ${at}`;
    const known = cache.get(key);
    if (known?.rendered === rendered) return known.page;
    const page = pageOf(described, release, rendered);
    cache.set(key, { rendered, page });
    const forget = () => cache.delete(key);
    page.then(({ isWhole }) => isWhole || forget(), forget);
    return page;
  }

  const renderedOf = async (
    { owner, status }: Described,
    release: Release,
    { url: address }: FastifyRequest,
  ) => {
    if (render === undefined || owner === null || status !== 200) return null;
    return await render({ owner, release, address });
  };
  const documentOf = async ({ signed }: Release) =>
    prepareQuickly(json, Buffer.from(JSON.stringify(signed)));

  /** The newest release for a browser, or why there is none; says in the answer which it is. */
  async function newestFor(
    browser: () => string | null,
    reply: FastifyReply,
  ): Promise<ReleaseNow | Notice> {
    reply.header('cache-control', 'private, no-cache');
    const newest = await releases.get().catch(() => null);
    if (newest === null) return { ...unavailable, again: 5 };
    if (newest.value === null) return nothingReleasedIn(channel);
    const release = withOrigins(newest.value.forBrowser(browser()), newest.value.settings);
    const { revision } = release.document;
    reply.header('x-release', `${channel}/${revision}${newest.stale ? '; behind' : ''}`);
    return release;
  }

  server.get('/releases/current.json', async (request, reply) => {
    const preview = await previews.of(request);
    if (preview !== null) {
      reply.header('cache-control', 'no-store');
      if (!preview.ok) return refuse(reply, 404, preview.problem);
      return sendPrepared(request, reply, await documentOf(preview.release), ['cookie']);
    }
    const known = () => browsers.of(request.headers.cookie)?.id ?? null;
    const release = await newestFor(known, reply);
    if (!('signed' in release)) return refuse(reply, 503, release.text);
    const prepared = await once(documents, release.key, () => documentOf(release));
    return sendPrepared(request, reply, prepared, ['cookie']);
  });

  server.get('/*', async (request, reply) => {
    const asked = await previews.asks(request);
    if (asked !== null) return askFor(reply, asked);
    const preview = await previews.of(request);
    if (preview !== null) return sendPreview(request, reply, preview);
    if (await previews.hasEnded(request)) return sendEnded(request, reply);
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
    const { owner, status } = described;
    const rendered = await renderedOf(described, release, request);
    const page = await cachedPage(request.url, described, release, rendered);
    if (browser !== null && owner !== null && isNavigation(request.headers)) {
      const { revision } = release.document;
      // Of this answer alone, and none of its body, which is the same for many.
      const ticket = tickets.issue(browser, { app: owner, revision });
      reply.header('server-timing', `${ticketEntry};desc="${ticket}"`);
    }
    return sendPage(request, reply.code(status), page);
  });

  /** A link may come from anywhere: a preview changes only if somebody says so on a page that asks. */
  function askFor(reply: FastifyReply, asked: PreviewSelection): FastifyReply {
    const query = queryOf({ kind: 'look', text: pathOf(asked) });
    return reply.header('cache-control', 'no-store').redirect(`${previews.asksAt}?${query}`, 303);
  }

  /** Once: the cookie goes with it. */
  async function sendEnded(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store').header('set-cookie', await previews.end(request));
    return sendNotice(reply, {
      title: 'The preview has ended',
      text: 'This browser shows again what all visitors get.',
      // Not an address that would lead to another site.
      link: { href: request.url.replace(/^[/\\]+/, '/'), text: 'To the page' },
    });
  }

  async function sendPreview(
    request: FastifyRequest,
    reply: FastifyReply,
    preview: NonNullable<Awaited<ReturnType<Previews['of']>>>,
  ): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store');
    if (!preview.ok) {
      return sendNotice(reply.code(404), {
        title: 'There is no such preview',
        text: preview.problem,
        link: { href: previews.leave, text: 'Leave the preview' },
      });
    }
    const described = await describe(request.url, preview.release.document);
    const newest = await releases.get().catch(() => null);
    const release = withOrigins(preview.release, newest?.value?.settings ?? new Map());
    const rendered = await renderedOf(described, release, request);
    const page = await pageOf(described, release, rendered);
    return sendPage(request, reply.code(described.status), page);
  }
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { prepared, policy }: PreparedPage,
): Promise<FastifyReply> {
  reply.header('content-security-policy', policy);
  return sendPrepared(request, reply, prepared, ['cookie']);
}

const nothingReleasedIn = (channel: string): Notice => ({
  title: 'Nothing is here yet',
  text: `Nothing has been released${channel === defaultChannel ? '' : ` in ${channel}`} yet.`,
  again: 2,
});
