import { scrub } from '@tallystick/contract/scrub';
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
import { type KeptPage, openPageCache, type PageCache } from './page-cache.ts';
import type { Rendered, Renderer } from './renderer.ts';
import { openRests } from './rests.ts';
import { hasReactOf } from './same-react.ts';

/** Bytes of rendered pages that are cached: of addresses that a route names, and of all others. */
const maxRouteBytes = 8 * 2 ** 20;
const maxOtherBytes = 24 * 2 ** 20;
/** Pages of other addresses that are cached for one client. */
const maxOfClient = 40;
/** Milliseconds for which a page is given again without a question to the site's API … */
const usualFreshMs = 1_000;
/** … and for which it is given though the API does not answer. */
const staleMs = 60_000;
/** Milliseconds for which a route that leads on is left to browsers, and how many such are known. */
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

export interface RenderedPagesOptions {
  readonly renderer: Pick<Renderer, 'render'>;
  readonly bodies: Pick<ArtifactBodies, 'read'>;
  /** Asks the site's API. */
  readonly call: AskApi;
  /** Milliseconds for which a page is given again without a question to it. */
  readonly freshMs?: number | undefined;
  /** Milliseconds that a page waits to be rendered; what takes longer is for who asks next. */
  readonly waitMs: number;
  /** Pages that are rendered for one client a minute; those of addresses that a route names are for all. */
  readonly perClient: number;
  /** Milliseconds, of a clock that only goes forward. */
  readonly now: () => number;
  log(line: string): void;
}

/**
 * Pages as their builds render them, cached by release and address. A page is given again for as long as the
 * site's API answers its calls as it did; else it is rendered once more.
 *
 * Anybody can make up addresses: by a query that no page reads, by a thing nobody else asks for. Of these few
 * are rendered at once, and they are cached apart from the addresses that a route names, of which there are few.
 */
export function openRenderedPages({
  renderer,
  bodies,
  call,
  freshMs = usualFreshMs,
  waitMs,
  perClient,
  now,
  log,
}: RenderedPagesOptions): RenderAddress {
  const ofRoutes = openPageCache(maxRouteBytes, Number.POSITIVE_INFINITY);
  const ofOthers = openPageCache(maxOtherBytes, maxOfClient);
  const { isFull, admit } = openAdmission(perClient, now);
  const underWay = new Map<string, Promise<RenderedPage | null>>();
  const rests = openRests(now);
  /** When each was last seen to lead on. */
  const moved = new LRUCache<string, number>({ max: maxMoved });

  async function textOf(record: BuildRecord): Promise<string> {
    const prepared = await bodies.read(record, serverEntryFile);
    if (prepared === null) throw new Error(`${serverEntryFile} cannot be read`);
    return Buffer.from(prepared.plain).toString();
  }

  /** Whether the API says what it said; null: it says nothing now. */
  async function isCurrent({ answers }: Rendered): Promise<boolean | null> {
    const now = await Promise.all(answers.map(({ path, body }) => call(path, body)));
    if (!now.every(isAnswer)) return null;
    return JSON.stringify(now) === JSON.stringify(answers.map(({ result }) => result));
  }

  /** Of a page that is not known to be current: as long as it may be given. */
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
      const current = await isCurrent(known.page);
      if (current === true) known.asOf = now();
      if (current !== false) return notTooOld(known);
    }
    const { shell, document } = release;
    const build = nameOf(remote);
    const builds = `${nameOf(shell)} ${build}`;
    if (rests.rests(builds)) return null;
    const client = currentClient() ?? 'nobody';
    const leave = kept === ofRoutes ? () => {} : admit(client);
    if (leave === null) return notTooOld(known);
    const texts = async () => ({ shell: await textOf(shell), remote: await textOf(remote) });
    const result = await renderer
      .render({ builds, texts, address, release: document })
      .finally(leave);
    if (result.type === 'rendered') {
      rests.worked(builds);
      const page = { ...result.page, build };
      kept.set(key, { page, asOf: now() }, client);
      return page;
    }
    if (result.type === 'gone') return notTooOld(known);
    if (result.type === 'moved') {
      if (kept === ofRoutes) moved.set(key, now());
      return null;
    }
    // An address that nobody can make up fails by its build, whatever the API has.
    if (result.type === 'missing' && kept === ofOthers) return null;
    const resting = rests.failed(builds);
    // What a build says, and what was searched for, may be of a person.
    log(
      `${build} does not render ${scrub(address)} with ${nameOf(shell)}: ${scrub(result.problem)}. ` +
        `Browsers draw the page${resting ? `, and all of the build for ${rests.seconds} s` : ''}; its team finds the cause in src/routes.tsx and what that imports.`,
    );
    return null;
  }

  return async (asked) => {
    const { owner, release, address } = asked;
    const remote = release.remotes.get(owner);
    const { shell, document } = release;
    const isOne = [shell, remote].every((build) => build?.artifact.files[serverEntryFile]);
    if (remote === undefined || !isOne || !isRendered(address)) return null;
    if (!hasReactOf(shell, remote)) return null;
    // Who may publish is not yet who may bring code to a server: a pull request's preview is drawn by browsers.
    const tried = document.preview?.builds ?? {};
    if ([owner, shell.artifact.app].some((app) => Object.hasOwn(tried, app))) return null;
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
    const { promise: late, resolve } = Promise.withResolvers<RenderedPage | null>();
    // Nobody waits because of what others ask for: what is rendered now is for who asks next.
    const timer = setTimeout(() => resolve(notTooOld(known)), isBehind ? 0 : waitMs);
    return await Promise.race([begun, late]).finally(() => clearTimeout(timer));
  };
}

/**
 * Whether it is an address as a browser sends it. Only programs send others: with a fragment, `//` or `/a/..`, which
 * the router takes for another or for none.
 */
function isRendered(address: string): boolean {
  const url = URL.parse(address, 'http://localhost');
  return url !== null && url.pathname + url.search === address && address.length <= maxAddress;
}

function nameOf({ artifact: { app, build } }: BuildRecord): string {
  return `${app}@${build}`;
}
