import { preloadBuild } from '../federation/load-container.ts';
import { savesData } from '../offline-cache/saves-data.ts';
import { findPage } from './find-page.ts';
import { keyAhead } from './load-page.ts';
import { loadRemotePage } from './remote-page.ts';
import type { Site } from './site.ts';

/** Milliseconds that somebody points at a link before that counts: less is a pointer on its way past. */
const dwellMs = 65;
/** Pages that are loaded ahead at the same time. */
const maxUnderWay = 2;

/**
 * Loads the next page as soon as somebody points at, touches or focuses a link to it. Where its remote runs in this
 * page, that is its code and its data, which the navigation takes over. If it is another remote, the files are
 * fetched but nothing runs. Pointing at a link must not decide whose code is in the page. A failure has no effect.
 * If the browser saves data, nothing is loaded ahead. Returns how to stop.
 */
export function loadOnIntent(site: Site): () => void {
  const stopped = new AbortController();
  let intended: { link: HTMLAnchorElement; timer: ReturnType<typeof setTimeout> } | null = null;
  let underWay = 0;
  let waiting: HTMLAnchorElement | null = null;

  const options = { capture: true, passive: true, signal: stopped.signal };
  for (const type of ['pointerover', 'touchstart', 'focusin'] as const) {
    document.addEventListener(type, ({ target }) => intend(target), options);
  }
  for (const type of ['touchmove', 'focusout']) document.addEventListener(type, end, options);
  document.addEventListener(
    'pointerdown',
    ({ target, pointerType, button }) => {
      const link = linkOf(target);
      // A finger may only want to scroll.
      if (link !== null && pointerType === 'mouse' && button === 0) void begin(link);
    },
    options,
  );

  return () => {
    stopped.abort();
    end();
  };

  function intend(target: EventTarget | null): void {
    const link = linkOf(target);
    if (link === intended?.link) return;
    end();
    if (link !== null) intended = { link, timer: setTimeout(() => void begin(link), dwellMs) };
  }

  function end(): void {
    clearTimeout(intended?.timer);
    intended = null;
  }

  async function begin(link: HTMLAnchorElement): Promise<void> {
    if (savesData()) return;
    waiting = link;
    if (underWay >= maxUnderWay) return;
    waiting = null;
    underWay += 1;
    // If loading ahead fails, the navigation itself loads the page and reports the error.
    await loadAhead(site, new URL(link.href)).catch(() => {});
    underWay -= 1;
    if (waiting !== null && waiting === intended?.link) void begin(waiting);
  }
}

async function loadAhead(site: Site, url: URL): Promise<void> {
  const { pathname, search } = location;
  // The page that is shown is asked for anew only for what has changed since.
  if (url.pathname === pathname && url.search === search) return;
  const state = site.release.state();
  const { source, params } = findPage(site.shell, state.goal, url.pathname);
  if (!('remote' in source)) return;
  const { remote } = source;
  if (site.release.isRecalled({ app: remote.name, build: remote.build })) return;
  if (!site.builds.hasPages(remote)) return preloadBuild(await site.readBuild(remote));
  await site.ahead.begin(keyAhead(state, source, url), (signal) => {
    const request = new Request(url, { signal });
    const args = { request, url, pattern: '*', params, context: {} };
    return loadRemotePage(site, source, args, null);
  });
}

/** The link that a click here follows to a page of this site, in this tab; null: none. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  // A click in a row of a list is a click on the link that opens it.
  const opener = 'a[data-opens-row]';
  const link = target.closest('a, button') ?? target.closest('tr')?.querySelector(opener);
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return null;
  return link.target === '' && !link.hasAttribute('download') ? link : null;
}
