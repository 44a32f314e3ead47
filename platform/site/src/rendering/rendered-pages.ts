import { serverEntryFile } from '@tallystick/contract/server-entry';
import { currentClient } from '@tallystick/guard/caller';
import { LRUCache } from 'lru-cache';
import { isAnswer } from '../api/is-answer.ts';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { AskApi } from '../definition/define-site.ts';
import { isOwnRoute } from '../page/address.ts';
import type { RenderedPage } from '../page/page.ts';
import type { BuildRecord } from '../release/records.ts';
import type { Release } from '../release/release.ts';
import { openAdmission } from './admission.ts';
import { nameOf, textsOf } from './build-texts.ts';
import { type FailuresOptions, openFailures } from './failures.ts';
import { type KeptPage, openPageCache, type PageCache } from './page-cache.ts';
import type { BuildPair } from './render-error.ts';
import type { Rendered } from './render-result.ts';
import type { Renderer } from './renderer.ts';
import { hasReactOf } from './same-react.ts';

/** Bytes of rendered pages that are cached: of addresses that a route names, and of all others. */
const maxRouteBytes = 8 * 2 ** 20;
const maxOtherBytes = 24 * 2 ** 20;
/** Pages of other addresses that are cached for one client. */
const maxOfClient = 40;
/** Milliseconds for which a page is given again without a call of the site's API. */
const usualFreshMs = 1_000;
/** Milliseconds for which a page is given again while the API does not answer. */
const staleMs = 60_000;
/** Milliseconds for which a route that redirects is left to browsers, and how many such are known. */
const movedMs = 60_000;
const maxMoved = 200;
/** Characters of an address that is rendered. */
const maxAddress = 2_000;

/** A page that somebody asks for. */
export interface AskedPage {
  /** The remote that brings it. */
  readonly owner: string;
  readonly release: Release;
  /** Path and query. */
  readonly address: string;
}

/** Renders a page, for the client for whom the code runs; null: the browser draws it. */
export type RenderAddress = (asked: AskedPage) => Promise<RenderedPage | null>;

export interface RenderedPagesOptions extends FailuresOptions {
  readonly renderer: Pick<Renderer, 'render'>;
  readonly bodies: Pick<ArtifactBodies, 'read'>;
  /** Asks the site's API. */
  readonly call: AskApi;
  /** Milliseconds for which a page is given again without a call of it. */
  readonly freshMs?: number | undefined;
  /** Milliseconds that a request waits for its page to be rendered. What takes longer is for the next request. */
  readonly waitMs: number;
  /** Pages that are rendered for one client a minute. Addresses that a route names do not count, they are for all. */
  readonly perClient: number;
}

/**
 * Pages as their builds render them, cached by release and address. A page is given again for as long as the site's API
 * answers its calls as it did; else it is rendered once more.
 *
 * Anybody can make up addresses: with a query that no page reads, or of a thing that nobody else asks for. Only a few
 * of these are rendered at once. They are cached apart from the addresses that a route names, of which there are few.
 */
export function openRenderedPages(options: RenderedPagesOptions): RenderAddress {
  const { renderer, bodies, call, freshMs = usualFreshMs, waitMs, perClient, now, log } = options;
  const ofRoutes = openPageCache(maxRouteBytes, Number.POSITIVE_INFINITY);
  const ofOthers = openPageCache(maxOtherBytes, maxOfClient);
  const { isFull, admit } = openAdmission(perClient, now);
  const underWay = new Map<string, Promise<RenderedPage | null>>();
  const failures = openFailures(options);
  /** When each address was last seen to redirect. */
  const moved = new LRUCache<string, number>({ max: maxMoved });

  /** The cached page although it is not known to be current, as long as it is not too old to be given. */
  const notTooOld = (known: KeptPage | undefined) =>
    known !== undefined && now() - known.asOf <= staleMs ? known.page : null;

  async function renew(
    kept: PageCache,
    key: string,
    remote: BuildRecord,
    { release, address }: AskedPage,
  ): Promise<RenderedPage | null> {
    const known = kept.get(key);
    if (known !== undefined) {
      const current = await isCurrent(known.page, call);
      if (current === true) known.asOf = now();
      if (current !== false) return notTooOld(known);
    }
    const { shell, document } = release;
    const pair: BuildPair = { shell: nameOf(shell), remote: nameOf(remote) };
    if (failures.rests(pair)) return null;
    const client = currentClient() ?? 'nobody';
    const leave = kept === ofRoutes ? () => {} : admit(client);
    if (leave === null) return notTooOld(known);
    const builds = `${pair.shell} ${pair.remote}`;
    const texts = () => textsOf(bodies, shell, remote);
    const result = await renderer
      .render({ builds, texts, address, release: document })
      .finally(leave);
    if (result.type === 'rendered') {
      failures.worked(pair);
      const page = { ...result.page, build: pair.remote };
      kept.set(key, { page, asOf: now() }, client);
      return page;
    }
    if (result.type === 'gone') return notTooOld(known);
    if (result.type === 'moved') {
      if (kept === ofRoutes) moved.set(key, now());
      return null;
    }
    // An address that nobody can make up fails by its build, whatever the API has.
    if (result.type === 'failed' || kept === ofRoutes) {
      // Nobody waits until it is known where that is in the source.
      void failures.note(pair, address, result.problem);
    }
    return null;
  }

  return async (asked) => {
    const { release, address } = asked;
    const { document } = release;
    const remote = renderableRemote(asked);
    if (remote === null) return null;
    const key = `${release.key} ${JSON.stringify(document.preview ?? null)} ${address}`;
    const kept = isOwnRoute(address, document) ? ofRoutes : ofOthers;
    const known = kept.get(key);
    if (known !== undefined && now() - known.asOf < freshMs) return known.page;
    if (now() - (moved.get(key) ?? Number.NEGATIVE_INFINITY) < movedMs) return null;
    const isBehind = isFull();
    const begun =
      underWay.get(key) ??
      renew(kept, key, remote, asked)
        .catch((error: unknown) => {
          log(`${nameOf(remote)} was not rendered: ${error}`);
          return null;
        })
        .finally(() => underWay.delete(key));
    underWay.set(key, begun);
    // Nobody waits because of what others ask for: what is rendered now is for the next request.
    return await orAfter(isBehind ? 0 : waitMs, begun, () => notTooOld(known));
  };
}

/** What is there first: the page, or what `otherwise` gives after so many milliseconds. */
async function orAfter(
  milliseconds: number,
  begun: Promise<RenderedPage | null>,
  otherwise: () => RenderedPage | null,
): Promise<RenderedPage | null> {
  const { promise: late, resolve } = Promise.withResolvers<RenderedPage | null>();
  const timer = setTimeout(() => resolve(otherwise()), milliseconds);
  return await Promise.race([begun, late]).finally(() => clearTimeout(timer));
}

/** The remote's build by which a page is rendered here; null: the browser draws it. */
function renderableRemote({ owner, release, address }: AskedPage): BuildRecord | null {
  const remote = release.remotes.get(owner);
  const { shell, document } = release;
  const isOne = [shell, remote].every((build) => build?.artifact.files[serverEntryFile]);
  if (remote === undefined || !isOne || !isRendered(address)) return null;
  if (!hasReactOf(shell, remote)) return null;
  // A publisher may not always run code on a server, so browsers draw the preview of a pull request.
  const tried = document.preview?.builds ?? {};
  if ([owner, shell.artifact.app].some((app) => Object.hasOwn(tried, app))) return null;
  return remote;
}

/** Whether the API answers a page's calls as it did; null: it does not answer now. */
async function isCurrent({ answers }: Rendered, call: AskApi): Promise<boolean | null> {
  const now = await Promise.all(answers.map(({ path, body }) => call(path, body)));
  if (!now.every(isAnswer)) return null;
  return JSON.stringify(now) === JSON.stringify(answers.map(({ result }) => result));
}

/**
 * Whether it is an address as a browser sends it. Only programs send others: with a fragment, `//` or `/a/..`. The
 * router takes these for another address, or for none.
 */
function isRendered(address: string): boolean {
  const url = URL.parse(address, 'http://localhost');
  return url !== null && url.pathname + url.search === address && address.length <= maxAddress;
}
