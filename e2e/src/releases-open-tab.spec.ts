import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { faults, faultyBuild } from './house/faulty.ts';
import { runRelease } from './house/house.ts';
import { leave } from './house/leave.ts';
import { askForTicket, postTicket } from './house/preview-ticket.ts';
import { openDesk } from './house/release-desk.ts';
import {
  buildOnScreen,
  currentRelease,
  hashFiles,
  openFollowing,
  publish,
  release,
  watchNews,
  watchReports,
} from './house/release-site.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';
import { type Variant, variantOf } from './house/variant.ts';

test.describe.configure({ mode: 'serial' });

// RELEASE_TURNS=10 for the long run.
const turns = Number(process.env.RELEASE_TURNS ?? 5);

let house: SideHouse;
/** The ledger's build that the house began with, and one with another heading and other styles. */
let first = '';
let second: Variant;

const app = 'mfe-ledger';
const oldHeading = 'Transactions';
const newHeading = 'Transactions, second edition';
const plain = 'rgba(0, 0, 0, 0)';
const tinted = 'rgb(1, 2, 3)';

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  house = await startSideHouse(sharedHouse());
  const { remotes } = await currentRelease(house);
  first = remotes.find(({ name }) => name === app)?.build ?? '';
  // In the page's own sheet, and seen anywhere as long as that counts.
  const tint = `main { outline-color: ${tinted}; background-color: ${tinted} }`;
  second = await variantOf(house.dataDir, app, '5ec04d000001', (text, path) =>
    path.endsWith('.css')
      ? `${text}\n@layer components { ${tint} }`
      : text.replace(`transfers:"${oldHeading}"`, `transfers:"${newHeading}"`),
  );
  await publish(house, second);
});
test.afterAll(() => house?.close());
// Each test leaves its pages, because the console would still count their tabs in a later test.
test.afterEach(({ page }) => leave(page));
/** Each test begins with the first build live. */
test.beforeEach(async () => {
  await resumeSecond();
  const { remotes } = await currentRelease(house);
  if (remotes.some(({ name, build }) => name === app && build === first)) return;
  await release(house, 'promote', `${app}@${first}`);
});

/** What was recalled before stays so until somebody ends that. */
async function resumeSecond(): Promise<void> {
  const { condemned } = await (await openDesk(house)).board();
  const isRecalled = condemned.some(({ build }) => build === second.build);
  if (isRecalled) await release(house, 'resume', `${app}@${second.build}`);
}
const toSecond = () => release(house, 'promote', `${app}@${second.build}`);
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const tintOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => getComputedStyle(main).backgroundColor);

/** A mark that is lost if the page is loaded anew. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, 'same', true));
const isMarked = (page: Page) => page.evaluate(() => Reflect.get(window, 'same') === true);

async function go(page: Page, name: 'Home' | 'Assets' | 'Transfers'): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
}

/** The stylesheets of the remote that count, by build. */
const stylesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ disabled, href }) => !disabled && href?.includes('/mfe-ledger/'))
      .map(({ href }) => href?.split('/')[5]),
  );

test('a promotion concerns one remote, and the very next page load has it', async ({ page }) => {
  const before = await currentRelease(house);
  const files = await hashFiles(house, app);
  await toSecond();
  await page.goto(`${house.siteUrl}/transfers`);
  await expect(heading(page)).toHaveText(newHeading);
  expect(await buildOnScreen(page, app)).toBe(second.build);

  const after = await currentRelease(house);
  const others = ({ remotes, shell }: typeof before) => [
    shell,
    ...remotes.filter(({ name }) => name !== app),
  ];
  expect(others(after)).toEqual(others(before));
  expect(Object.keys(files).length).toBeGreaterThan(10);
  expect(await hashFiles(house, app)).toEqual(files);
});

test('an open tab has it at its next navigation, old styles gone, and rolls back likewise', async ({
  page,
}) => {
  const reports = watchReports(page);
  const hear = await watchNews(page);
  await openFollowing(page, `${house.siteUrl}/transfers`);
  await mark(page);
  const header = await page.getByRole('banner').elementHandle();

  await hear(toSecond);
  expect(await buildOnScreen(page, app)).toBe(first);
  await expect(heading(page)).toHaveText(oldHeading);
  await go(page, 'Assets');
  await expect(page.locator(`[data-build="${second.build}"]`)).toBeVisible();
  await go(page, 'Transfers');
  await expect(heading(page)).toHaveText(newHeading);
  expect(await tintOf(page)).toBe(tinted);
  expect(new Set(await stylesOf(page))).toEqual(new Set([second.build]));
  await expect(page.locator('[data-part]')).toHaveCount(1);

  await hear(() => release(house, 'rollback', app));
  await go(page, 'Home');
  await go(page, 'Transfers');
  await expect(heading(page)).toHaveText(oldHeading);
  expect(await buildOnScreen(page, app)).toBe(first);
  expect(await tintOf(page)).toBe(plain);
  expect(new Set(await stylesOf(page))).toEqual(new Set([first]));

  expect(await isMarked(page)).toBe(true);
  expect(await header?.evaluate((element) => element.isConnected)).toBe(true);
  await expect
    .poll(() =>
      reports
        .map(({ running }) => running[app])
        .filter((build, place, all) => build && build !== all[place - 1]),
    )
    .toEqual([first, second.build, first]);
});

test(`${turns} times back and forth it is right each time, nothing is fetched twice or left behind`, {
  tag: '@proof',
}, async ({ page }) => {
  const asked: string[] = [];
  const reports = watchReports(page);
  const hear = await watchNews(page);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(`/artifacts/${app}/`)) asked.push(pathname);
  });
  await openFollowing(page, `${house.siteUrl}/transfers`);
  await mark(page);
  const desk = await openDesk(house);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const count = async (): Promise<Record<string, number>> => {
    await devTools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devTools.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };

  let before: Record<string, number> = {};
  for (let time = 0; time < 2 * turns; time += 1) {
    const toNew = time % 2 === 0;
    const [build, words, tint] = toNew
      ? [second.build, newHeading, tinted]
      : [first, oldHeading, plain];
    await hear(() =>
      desk.change({ kind: 'promote', builds: { [app]: build }, reason: `time ${time}` }),
    );
    await go(page, toNew ? 'Assets' : 'Home');
    await go(page, 'Transfers');
    await expect(heading(page)).toHaveText(words);
    expect(await buildOnScreen(page, app)).toBe(build);
    expect(await tintOf(page)).toBe(tint);
    // Both builds and all pages have been there once.
    if (time === 3) before = await count();
  }
  expect(await isMarked(page)).toBe(true);
  const entries = asked.filter((path) => path.endsWith('/remote-entry.js'));
  expect(new Set(entries).size).toBe(2);
  // Asked for by the page's preload and by the one who runs it: fetched once.
  expect(entries.length).toBeLessThanOrEqual(4);
  const after = await count();
  const swaps = 2 * turns - 4;
  const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  console.log(
    `after ${swaps} more swaps: ${grown('JSEventListeners')} listeners, ${grown('Nodes')} nodes more`,
  );
  expect(after.JSEventListeners).toBeGreaterThan(0);
  expect(grown('JSEventListeners')).toBeLessThan(swaps);
  expect(grown('Nodes')).toBeLessThan(25 * swaps);
  // The tab reports its last build. Without that, the site server counts it for the other one in the next test, too.
  const shown = await buildOnScreen(page, app);
  await expect.poll(() => reports.at(-1)?.running[app]).toBe(shown);
});

test('a recall is there within a second: address, scroll and focus kept, and it is said', async ({
  page,
}) => {
  const desk = await openDesk(house);
  const reports = watchReports(page);
  const hear = await watchNews(page);
  await page.setViewportSize({ width: 900, height: 320 });
  await toSecond();
  await openFollowing(page, `${house.siteUrl}/transfers?page=1`);
  await mark(page);
  await expect(heading(page)).toHaveText(newHeading);
  const waits: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    if (time > 0) {
      // Each has news of its own: those of the first may come while the second is made.
      await hear(resumeSecond);
      await hear(toSecond);
      await go(page, 'Home');
      await go(page, 'Transfers');
      await expect(heading(page)).toHaveText(newHeading);
    }
    // A recall counts the tabs that have said what they run.
    await expect
      .poll(
        async () => (await desk.board()).builds.find(({ build }) => build === second.build)?.tabs,
      )
      .toBe(1);
    const header = await page.getByRole('banner').elementHandle();
    await page.getByRole('searchbox').first().focus();
    await page.evaluate(() => window.scrollTo({ top: 60, behavior: 'instant' }));
    const address = page.url();
    const left = page.evaluate(
      (build) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelector(`[data-build="${build}"]`) === null) return;
            changes.disconnect();
            resolve(Date.now());
          };
          const changes = new MutationObserver(look);
          changes.observe(document.body, { subtree: true, childList: true, attributes: true });
        }),
      first,
    );
    await release(house, 'rollback', app, '--recall');
    const returned = Date.now();
    waits.push((await left) - returned);
    await expect(heading(page)).toHaveText(oldHeading);
    await expect(page.getByText('Ledger was rolled back to an earlier version.')).toBeVisible();
    expect(page.url()).toBe(address);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(60);
    await expect(page.getByRole('searchbox').first()).toBeFocused();
    expect(await header?.evaluate((element) => element.isConnected)).toBe(true);
    expect(await tintOf(page)).toBe(plain);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Ledger was rolled back')).toBeHidden();
  }
  console.log(`left ${waits.join(', ')} ms after the command returned`);
  // The median: a machine that is busy with other things takes its time now and then.
  expect(waits.toSorted((a, b) => a - b)[1]).toBeLessThan(1_000);
  expect(await isMarked(page)).toBe(true);

  await expect.poll(() => reports.at(-1)?.running[app]).toBe(first);
  await expect
    .poll(async () => (await desk.board()).recalls.find(({ build }) => build === second.build))
    .toMatchObject({ ran: 1, left: 1 });
});

test('a recall ends the previews of its app, a link’s and a manager’s, in tabs that are open', async ({
  page,
  browser,
}) => {
  await toSecond();
  const said = await runRelease(house.environment, 'preview', second.folder, '--json');
  const { url } = v.parse(v.object({ url: v.string() }), JSON.parse(said));
  const elsewhere = await browser.newContext({ serviceWorkers: 'block' });
  const manager = await elsewhere.newPage();
  const tabs = [page, manager];
  const listening = tabs.map((tab) =>
    tab.waitForResponse((answer) => answer.url().endsWith('/releases/events')),
  );
  await page.goto(url);
  await page.getByRole('button', { name: 'Open the preview' }).click();
  await postTicket(manager, await askForTicket({ builds: { [app]: second.build } }, house));
  await Promise.all(listening);
  const banner = (tab: Page) => tab.getByRole('region', { name: 'Preview' });
  for (const tab of tabs) {
    await expect(banner(tab)).toBeVisible();
    await go(tab, 'Transfers');
    await expect(heading(tab)).toHaveText(newHeading);
  }

  await release(house, 'rollback', app, '--recall');
  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { name: 'The preview has ended' })).toBeVisible();
    await tab.getByRole('link', { name: 'To the page' }).click();
    await expect(heading(tab)).toHaveText(oldHeading);
    expect(await buildOnScreen(tab, app)).toBe(first);
    await expect(banner(tab)).toHaveCount(0);
  }
  await leave(manager);
});

test('a build whose page is broken is replaced by the last good one, and stays so when it is recalled', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/broken on purpose/);
  expectComplaint(/React Router caught/);
  const fault = faults['throws while it is drawn'];
  const broken = await faultyBuild(house.dataDir, app, 'b20ce4000001', '/transfers', fault);
  await publish(house, broken);
  await release(house, 'promote', `${app}@${broken.build}`);
  const reports = watchReports(page);
  await openFollowing(page, `${house.siteUrl}/transfers`);
  await expect(heading(page)).toHaveText(oldHeading);
  expect(await buildOnScreen(page, app)).toBe(first);
  await mark(page);
  await expect
    .poll(() => reports.flatMap(({ failures }) => failures))
    .toContainEqual({ app, build: broken.build, kind: 'render' });
  const heard = page.waitForResponse((answer) => answer.url().endsWith('/releases/current.json'));
  await release(house, 'rollback', app, '--recall');
  await (await heard).finished();
  await expect(heading(page)).toHaveText(oldHeading);
  expect(await buildOnScreen(page, app)).toBe(first);
  expect(await isMarked(page)).toBe(true);
});

test('eight tabs share one connection for news, and all of them leave a recalled build', {
  tag: '@proof',
}, async ({ page, context }) => {
  let connections = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/releases/events')) connections += 1;
  });
  await toSecond();
  await openFollowing(page, `${house.siteUrl}/transfers`);
  const tabs = [page];
  for (let tab = 1; tab < 8; tab += 1) {
    const other = await context.newPage();
    const report = other.waitForResponse((answer) => answer.url().endsWith('/releases/reports'));
    await other.goto(`${house.siteUrl}/transfers`);
    await report;
    tabs.push(other);
  }
  expect(connections).toBe(1);
  await release(house, 'rollback', app, '--recall');
  for (const tab of tabs) await expect(tab.locator(`[data-build="${first}"]`)).toBeVisible();

  // Another tab takes over when the one that has the connection goes.
  await page.close();
  await resumeSecond();
  await toSecond();
  const [other] = tabs.slice(1);
  if (other === undefined) throw new Error('there is no other tab');
  await expect(async () => {
    await go(other, 'Home');
    await go(other, 'Transfers');
    await expect(heading(other)).toHaveText(newHeading, { timeout: 1_000 });
  }).toPass();
  expect(connections).toBe(2);
});
