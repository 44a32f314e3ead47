import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Prepared, prepareQuickly, sendPrepared, tagOf } from '../http/prepared.ts';
import {
  hasNonce,
  type PolicedPage,
  policyHeaders,
  withNonce,
} from '../offline-cache/worker/cached-page.ts';
import type { ReleaseNow } from '../release/release.ts';
import type { RenderAddress } from '../rendering/rendered-pages.ts';
import { isOwnRoute } from './address.ts';
import type { Described } from './describe-address.ts';
import type { RenderedPage } from './page.ts';
import type { MadePage, MakePage } from './page-maker.ts';

/** How many prepared pages are cached, each in the encodings that are asked for. */
const maxPages = 200;
/** The same for addresses that no route names. */
const maxOthers = 100;
const type = 'text/html; charset=utf-8';

/** A page in each encoding, and its policies. */
export interface PreparedPage extends Omit<MadePage, 'html'> {
  prepared: Prepared;
}

interface CachedPage {
  /** What it was prepared of; null: nothing, the browser draws it. */
  rendered: RenderedPage | null;
  page: Promise<PreparedPage>;
}

interface PreparedPagesOptions {
  makePage: MakePage;
  /** Absent: browsers draw all pages. */
  render?: RenderAddress | undefined;
}

export type PreparedPages = ReturnType<typeof openPreparedPages>;

/** Renders pages, and prepares what is sent of them. */
export function openPreparedPages({ makePage, render }: PreparedPagesOptions) {
  // Made once for all browsers that get the same.
  const ofRoutes = new LRUCache<string, CachedPage>({ max: maxPages });
  // Apart, so that a client that walks through all addresses displaces no page that everybody asks for.
  const ofOthers = new LRUCache<string, CachedPage>({ max: maxOthers });

  async function renderedOf({ owner, status }: Described, release: ReleaseNow, address: string) {
    if (render === undefined || owner === null || status !== 200) return null;
    return await render({ owner, release, address });
  }

  async function prepare(
    { owner, head }: Described,
    release: ReleaseNow,
    rendered: RenderedPage | null,
  ): Promise<PreparedPage> {
    return prepareWhole(await makePage(owner, release, head, rendered));
  }

  return {
    /** A page of a release that many browsers get. Prepared once for as long as it is rendered the same, or not at all. */
    async forAll(
      described: Described,
      release: ReleaseNow,
      address: string,
    ): Promise<PreparedPage> {
      const rendered = await renderedOf(described, release, address);
      const cache = isOwnRoute(address, release.document) ? ofRoutes : ofOthers;
      // A page that the browser draws differs by its head alone, whatever else is in the address.
      const at = rendered === null ? '' : address;
      const key = `${release.key} ${described.owner} ${JSON.stringify(described.head)} ${release.approved} ${at}`;
      const known = cache.get(key);
      if (known?.rendered === rendered) return await known.page;
      const page = prepare(described, release, rendered);
      cache.set(key, { rendered, page });
      const forget = () => cache.delete(key);
      page.then(({ isWhole }) => isWhole || forget(), forget);
      return await page;
    },
    /** A page of a release that one browser gets. */
    async forOne(
      described: Described,
      release: ReleaseNow,
      address: string,
    ): Promise<PreparedPage> {
      return await prepare(described, release, await renderedOf(described, release, address));
    },
  };
}

function prepareWhole<Page extends PolicedPage>({ html, ...made }: Page) {
  const { policy, reportOnly = '' } = made;
  // Some browsers keep the policy that they have, whatever a 304 says.
  const tag = tagOf(html + policy + reportOnly);
  return { ...made, prepared: prepareQuickly(type, Buffer.from(html), tag) };
}

/**
 * Sends a page. One with a nonce is made for each answer: it is compressed each time, and never known by its tag.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PreparedPage,
): Promise<FastifyReply> {
  const { prepared, ...policies } = hasNonce(page) ? forThisAnswer(page) : page;
  reply.headers(policyHeaders(policies));
  return sendPrepared(request, reply, prepared, ['cookie']);
}

function forThisAnswer({ prepared, ...made }: PreparedPage): PreparedPage {
  const html = Buffer.from(prepared.plain).toString();
  return prepareWhole(withNonce({ ...made, html }, randomBytes(18).toString('base64url')));
}
