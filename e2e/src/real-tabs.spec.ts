import { type Browser, expect } from '@playwright/test';
import { faults, faultyBuild } from './house/faulty.ts';
import { runRelease } from './house/house.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';
import { type Variant, variantOf } from './house/variant.ts';

// The registry acts on canaries by itself, by what pages in Chromium say. Each visitor is a browser context of
// its own, new to the site, and of a network of its own, as a proxy says.

test.describe.configure({ mode: 'serial' });
test.describe('a canary in tabs of Chromium', { tag: '@proof' }, () => {
  const app = 'mfe-ledger';
  const reason = 'because of this test';
  const largest = 'largest';
  let side: SideHouse;
  let desk: Desk;
  let visitors = 0;

  test.beforeAll(async () => {
    test.setTimeout(houseTimeout);
    side = await startSideHouse(sharedHouse(), {
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...{ RAMP_MINUTES: '1', RAMP_BROWSERS: '5' },
    });
    desk = await openDesk(side);
  });
  test.afterAll(() => side?.close());

  /** An address of a network that nobody came from. */
  function newAddress() {
    visitors += 1;
    const [first, second, third] = [20 + (visitors >> 16), (visitors >> 8) & 255, visitors & 255];
    return { 'x-forwarded-for': `${first}.${second}.${third}.1` };
  }

  /**
   * Opens the first page as somebody new, until it has reported and what has the id `part` is painted, and goes.
   * Answers when that was, in milliseconds.
   */
  async function visit(
    browser: Browser,
    part?: string,
    cookie?: { name: string; value: string },
  ): Promise<number> {
    const context = await browser.newContext({
      ...{ baseURL: side.siteUrl, locale: 'en-GB', serviceWorkers: 'block' },
      extraHTTPHeaders: newAddress(),
    });
    if (cookie) await context.addCookies([{ ...cookie, url: side.siteUrl }]);
    const page = await context.newPage();
    const isReport = (url: string) => url.endsWith('/releases/reports');
    const reported = page.waitForResponse((answer) => isReport(answer.url()));
    await page.goto('/');
    await page.locator(`[data-part=${app}]`).first().waitFor();
    await reported;
    const took = await page.evaluate(untilPainted, part);
    // The browser tells a page so that it goes. Playwright sees no last report of one that is gone.
    const told = page.waitForEvent('requestfinished', (sent) => isReport(sent.url()));
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    await told;
    await context.close();
    return took;
  }

  /** Milliseconds until the largest part is painted: until `wanted` is, if that is said. */
  const untilPainted = (wanted: string | undefined) =>
    new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const painted = list
          .getEntries()
          .filter((entry) => entry instanceof LargestContentfulPaint);
        const last = painted.findLast(({ element }) => !wanted || element?.id === wanted);
        if (last !== undefined) setTimeout(() => resolve(last.startTime));
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });

  /** Lets people come, so many at a time, until that is so; answers how many came. */
  async function comeUntil(
    isSo: () => Promise<boolean>,
    come: () => Promise<unknown>,
    { atOnce, most }: { atOnce: number; most: number },
  ): Promise<number> {
    const before = visitors;
    let isOver = false;
    const keepComing = async () => {
      while (!isOver && visitors - before < most) {
        await come();
        isOver ||= await isSo();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, keepComing));
    expect(await isSo()).toBe(true);
    return visitors - before;
  }

  /** Paints a part that fills the window, in the page. */
  const paint = (milliseconds: number) =>
    setTimeout(() => {
      const part = document.createElement('p');
      part.id = 'largest';
      part.textContent = 'As they came. '.repeat(300);
      part.style.cssText = 'position: fixed; inset: 0; font-size: 30px';
      document.body.append(part);
    }, milliseconds - performance.now());

  async function publish(variant: Variant): Promise<string> {
    await runRelease(side.environment, 'publish', variant.folder);
    return variant.build;
  }
  const canary = (build: string, percent: number) =>
    desk.change({ kind: 'canary', builds: { [app]: build }, percent, reason });
  /** What paused a build as a canary; undefined: nothing has. */
  const verdictOn = async (build: string) => {
    const { current, condemned } = await desk.board();
    const isPaused = condemned.some((one) => one.build === build && one.why === 'paused');
    return isPaused ? current?.verdict : undefined;
  };

  test('that fails is held, for a tenth of browsers', async ({ browser }) => {
    const bad = await faultyBuild(
      side.dataDir,
      app,
      'bad000000001',
      '/',
      faults['throws as it begins'],
    );
    const build = await publish(bad);
    await canary(build, 10);
    const isHeld = async () => (await verdictOn(build)) !== undefined;
    const came = await comeUntil(isHeld, () => visit(browser), { atOnce: 3, most: 400 });
    const { browsers, failed, against } = (await verdictOn(build)) ?? {};
    console.log(
      `failing: held after ${came} visitors; failed in ${failed} of ${browsers}, beside`,
      against,
    );
  });

  /** A build whose largest part is painted so many milliseconds after the page was asked for. */
  const paintsAt = (milliseconds: number, hash: string) =>
    variantOf(side.dataDir, app, hash, (script, path) =>
      /^routes\..*\.js$/.test(path)
        ? `globalThis.document&&(${paint})(${milliseconds});\n${script}`
        : script,
    );

  test('that is painted later by a fifth is held, for half of browsers', async ({ browser }) => {
    const painted: number[] = [];
    const noteOne = async () => painted.push(await visit(browser));
    await comeUntil(async () => painted.length >= 12, noteOne, { atOnce: 3, most: 20 });
    const nine = painted.sort((one, other) => one - other)[10] ?? 0;
    // The machine is to be through with all else by then. Both times are far from where two steps of a time meet.
    const base = 2 ** (Math.ceil(4 * Math.log2(2 * nine)) / 4 - 1 / 32);
    const live = await paintsAt(base, 'fa5700000001');
    const late = await paintsAt(1.2 * base, '510000000001');
    console.log(`nine of ten pages are painted by ${nine} ms; these at ${base}, or a fifth later`);
    for (const one of [live, late]) await publish(one);
    await desk.change({ kind: 'promote', builds: { [app]: live.build }, reason });
    await canary(late.build, 50);
    const isHeld = async () => (await verdictOn(late.build)) !== undefined;
    const come = () => visit(browser, largest);
    const came = await comeUntil(isHeld, come, { atOnce: 3, most: 400 });
    const slow = (await verdictOn(late.build))?.slow;
    console.log(`late: held after ${came} visitors`, slow);
    expect(slow?.measure).toBe('lcp');
  });

  /**
   * A cookie as the site gives it to new browsers, of one that gets the canary or of one that does not. Undefined: nobody
   * of so many does, because the canary has ended since.
   */
  async function cookieFor(wanted: 'canary' | 'live') {
    for (let asked = 0; asked < 3_000; asked += 1) {
      const answer = await fetch(side.siteUrl, { headers: newAddress() });
      const isCanary = (await answer.text()).includes(`"canaries":["${app}"]`);
      const [, name = '', value = ''] =
        /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? [];
      if (isCanary === (wanted === 'canary')) return { name, value };
    }
    return undefined;
  }

  test('that is good goes on from one in a hundred to all by itself', async ({ browser }) => {
    const good = await publish(await variantOf(side.dataDir, app, '900d00000001'));
    await desk.change({
      ...{ kind: 'canary', builds: { [app]: good }, percent: 1, steps: [5, 25, 100], reason },
    });
    const isLive = async () => (await desk.board()).current?.builds[app] === good;
    // All come, and a tab is opened for few of them: a hundred tabs have one of the canary.
    const come = async () => {
      for (const wanted of ['canary', 'live'] as const) {
        const cookie = (await isLive()) ? undefined : await cookieFor(wanted);
        if (cookie) await visit(browser, undefined, cookie);
      }
    };
    const came = await comeUntil(isLive, come, { atOnce: 1, most: 20_000 });
    const { current } = await desk.board();
    console.log(`good: live for all after ${came} visitors: ${current?.reason}`);
    expect(current).toMatchObject({ by: 'the registry', kind: 'promote' });
  });
});
