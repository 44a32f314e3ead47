import type { Browser } from '@playwright/test';
import type { Asked } from './levels.ts';

/** What a browser without a cache loaded of a site. */
export type Visit = Awaited<ReturnType<typeof visitHome>>;

export interface LoadedFile extends Asked {
  content: Buffer;
}

/**
 * Visits home of the site at `url` as somebody who was never there: nothing is cached.
 *
 * @param staysMs how long it stays to see what comes later, in milliseconds
 */
export async function visitHome(url: string, browser: Browser, staysMs = 4_000) {
  await using page = await browser.newPage();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const asked: Timed[] = [];
  network.on('Network.requestWillBeSent', ({ request, initiator, type, wallTime }) => {
    const by = initiator.stack?.callFrames[0]?.url ?? initiator.url ?? url;
    const file = type === 'Script' || type === 'Stylesheet' || isFile(request.url);
    asked.push({ url: request.url, by, file, at: wallTime * 1_000 });
  });
  await page.addInitScript(noteShown);
  const answer = await page.goto(url);
  const html = (await answer?.body()) ?? Buffer.alloc(0);
  await page.locator('html[data-shown-at]').waitFor();
  // Streams stay open, so that the network is never idle.
  await page.waitForTimeout(staysMs);
  const { shownAt, beganAt } = await page.evaluate(() => ({
    shownAt: Number(document.documentElement.dataset.shownAt),
    beganAt: performance.timeOrigin,
  }));
  const files = asked.filter(
    ({ url, file }, place) => file && asked.findIndex((each) => each.url === url) === place,
  );
  const load = async (file: Asked): Promise<LoadedFile> => {
    const response = await page.request.get(file.url);
    return { ...file, content: await response.body() };
  };
  return {
    html,
    /** Scripts and styles over the network until home was shown, in the order of their requests. */
    shown: await Promise.all(files.filter(({ at }) => at <= shownAt).map(load)),
    /** Those that came after that, until the page was idle. */
    later: await Promise.all(files.filter(({ at }) => at > shownAt).map(load)),
    /** Milliseconds from the navigation until home was shown. */
    shownAfter: shownAt - beganAt,
    /** All requests until home was shown. */
    requests: asked.filter(({ at }) => at <= shownAt).length,
  };
}

/** A request, and when it began, in milliseconds since 1970. */
interface Timed extends Asked {
  file: boolean;
  at: number;
}

/**
 * Runs in the page: notes when it has its rows and the browser has drawn it or taken it over. From outside it would
 * be seen later, the later the busier the machine is.
 */
function noteShown(): void {
  const observer = new MutationObserver(() => {
    const root = document.documentElement;
    if (root?.dataset.shown === undefined) return;
    if (document.querySelector('table tbody tr') === null) return;
    observer.disconnect();
    root.dataset.shownAt = String(performance.timeOrigin + performance.now());
  });
  observer.observe(document, { attributes: true, childList: true, subtree: true });
}

function isFile(url: string): boolean {
  return /\.(js|css)$/.test(new URL(url).pathname);
}
