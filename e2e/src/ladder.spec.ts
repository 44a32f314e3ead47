import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { test } from './house/beside.ts';
import { drawnByBrowser } from './house/drawn-by-browser.ts';
import { endless, faults, faultyBuild, misfitBuild } from './house/faulty.ts';
import { runRelease } from './house/house.ts';
import { openPage } from './house/open-page.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { buildOnScreen, currentRelease, watchReports } from './house/release-site.ts';
import type { SideHouse } from './house/side-house.ts';
import { houseTimeout } from './house/test.ts';
import { type Variant, variantOf } from './house/variant.ts';

// Builds that are wrong, or whose files do not come as they are, over one that is known to be good.
// The page is there, and nobody notices but the release managers.

test.describe.configure({ mode: 'serial' });

const app = 'mfe-ledger';
const page_ = '/transfers';

/** One for each kind of failure that is reported; a proof has all. */
const usual = ['throws as it begins', 'throws while it is drawn', 'leaves a promise to fail'];
const tried = Object.keys(faults).filter((what) => proving || usual.includes(what));

let house: SideHouse;
let desk: Desk;
let good = '';
/** Another build that is right. */
let second: Variant;
/** A build that wants another React than the shell has. */
let misfit: Variant;
/** A build that is right, and of which no page ever reports; and one whose page hangs. */
let unheard: Variant;
let hanging: Variant;
const faulty = new Map<string, Variant>();

test.beforeAll(async ({ side }) => {
  test.setTimeout(houseTimeout);
  house = side;
  desk = await openDesk(house);
  const { remotes } = await currentRelease(house);
  good = remotes.find(({ name }) => name === app)?.build ?? '';
  const folder = house.dataDir;
  second = await variantOf(folder, app, 'aaaaaaaaaaa1');
  misfit = await misfitBuild(folder, app, 'aaaaaaaaaaa2');
  unheard = await variantOf(folder, app, 'aaaaaaaaaaa3');
  hanging = await faultyBuild(folder, app, 'aaaaaaaaaaa4', page_, endless);
  for (const [what, fault] of Object.entries(faults)) {
    if (!tried.includes(what)) continue;
    const hash = `bbbbbbbbbbb${faulty.size}`;
    faulty.set(what, await faultyBuild(folder, app, hash, page_, fault));
  }
  const folders = [second, misfit, unheard, hanging, ...faulty.values()].map(
    (variant) => variant.folder,
  );
  await runRelease(house.environment, 'publish', ...folders);
});
test.beforeEach(({ expectComplaint }) => {
  expectComplaint(/broken on purpose|React Router caught|Minified React error/);
  expectComplaint(/did not load|Failed to load resource|Failed to find a valid digest/);
  expectComplaint(/Loading (css )?chunk|Refused to|ERR_/);
});
/** One step over the good build each time, not over what another test shipped. */
test.afterEach(async () => {
  if ((await currentRelease(house)).remotes.some(({ build }) => build === good)) return;
  await desk.change({
    kind: 'rollback',
    apps: [app],
    to: {},
    recall: false,
    reason: 'the next test',
  });
});

const ship = ({ build }: Variant) =>
  desk.change({ kind: 'promote', builds: { [app]: build }, reason: 'it looks good' });
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const notice = (page: Page) => page.getByRole('main').getByRole('alert');
const onScreen = (page: Page, build: string) =>
  page.locator(`[data-part="${app}"][data-build="${build}"]`);

/** The page works, by the build that was good before, and the frame stands. */
async function expectGood(page: Page): Promise<void> {
  await expect(onScreen(page, good)).toBeVisible();
  await expect(heading(page)).toHaveText('Transactions');
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
}

/** What the page says of a build, once it has. */
async function expectReports(
  reports: ReturnType<typeof watchReports>,
  build: string,
  kind: string,
): Promise<void> {
  const of = <Item>(list: (report: (typeof reports)[number]) => readonly Item[] | undefined) =>
    reports.flatMap((report) => list(report) ?? []);
  await expect.poll(() => of(({ steps }) => steps)).toEqual([{ app, from: build, to: good }]);
  expect(of(({ failures }) => failures)).toContainEqual({ app, build, kind });
}

const kinds: Readonly<Record<string, string>> = {
  'throws as it begins': 'incomplete',
  'lacks a declared page': 'incomplete',
  'throws in a timer as it came': 'boot',
  'leaves a promise to fail': 'boot',
};

for (const what of tried) {
  test(`a build that ${what} gives way to the last good one`, async ({ page }) => {
    const build = faulty.get(what);
    if (build === undefined) throw new Error(`no build ${what}`);
    await ship(build);
    const reports = watchReports(page);
    await page.goto(house.siteUrl + page_);
    await expectGood(page);
    await expectReports(reports, build.build, kinds[what] ?? 'render');
  });
}

test('so does a build that wants another version of what the shell shares', async ({ page }) => {
  await ship(misfit);
  const reports = watchReports(page);
  await page.goto(house.siteUrl + page_);
  await expectGood(page);
  await expectReports(reports, misfit.build, 'misfit');
});

/** Ways of a file not to come as it is. */
const troubles: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'has another byte': async (route) => {
    const body = await (await route.fetch()).body();
    body[body.length - 2] = (body.at(-2) ?? 0) ^ 1;
    await route.fulfill({ body, contentType: typeOf(route) });
  },
  'is cut short': async (route) => {
    const body = await (await route.fetch()).body();
    await route.fulfill({ body: body.subarray(0, body.length / 2), contentType: typeOf(route) });
  },
  'is not there': (route) => route.fulfill({ status: 404, body: 'Not Found' }),
  'meets a server that fails': (route) => route.fulfill({ status: 503, body: '' }),
  'cannot be reached': (route) => route.abort('connectionrefused'),
  'is a page': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
};
const typeOf = (route: Route) =>
  route.request().url().endsWith('.css') ? 'text/css' : 'text/javascript';
const files = ['remote-entry.js', 'routes.*.js', 'routes.*.css'];

test('a build of which a file does not come as it is gives way too, whatever is wrong', async ({
  browser,
}) => {
  await ship(second);
  // Each file once, each with a trouble of its own; a proof has all of both.
  const all = Object.entries(troubles).flatMap(([what, trouble], place) =>
    files.map((file, at) => ({ what, trouble, file, isUsual: place === at })),
  );
  const cases = all.filter(({ isUsual }) => proving || isUsual);
  for (const { what, trouble, file } of cases) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route(`**/${second.build}/${file}`, trouble);
    await page.goto(house.siteUrl + page_);
    await expectGood(page).catch((error) => {
      throw new Error(`${file} ${what}`, { cause: error });
    });
    await context.close();
  }
});

test('a build whose files do not come is waited for, and then left', async ({ page }) => {
  await ship(second);
  // A rendered page would show its rows while the build is waited for.
  await drawnByBrowser(page);
  // The page's clock stands still except where this test advances it, however slow the machine is.
  const time = Date.now();
  await page.clock.install({ time });
  await page.clock.pauseAt(time + 1_000);
  await page.route(`**/${second.build}/routes.*.js`, () => {});
  // The page never fires `load`.
  await page.goto(house.siteUrl + page_, { waitUntil: 'domcontentloaded' });
  const main = page.getByRole('main');
  // The frame is drawn a tenth of a second after the shell has begun.
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(main).toContainText('Please wait...', { timeout: 100 });
  }).toPass();
  await page.clock.runFor(4_000);
  await expect(main).toContainText('Still loading');
  await page.clock.runFor(17_000);
  await page.clock.resume();
  await expectGood(page);
});

test('a page whose own file does not come later is shown by the other build', async ({ page }) => {
  await ship(second);
  const reports = watchReports(page);
  await openPage(page, house.siteUrl + page_);
  await expect(onScreen(page, second.build)).toBeVisible();
  await page.route(`**/${second.build}/*`, (route) => route.abort('connectionrefused'));
  await page.evaluate(() => {
    history.pushState(null, '', '/tx/unknown');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  // What this ledger has nothing of.
  await expect(heading(page)).toHaveText('Not Found');
  await expectReports(reports, second.build, 'chunk');
  await page.getByRole('banner').getByRole('link', { name: 'Transfers' }).click();
  await expectGood(page);
});

test('where nothing comes there is a notice in the zone alone, and Try again ends it without a reload', async ({
  page,
}) => {
  await ship(second);
  const reports = watchReports(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route(`**/artifacts/${app}/*/routes.*.js`, (route) => route.abort());
  await page.goto(house.siteUrl + page_);
  await expect(notice(page).getByRole('heading')).toHaveText('Ledger cannot be shown');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect
    .poll(() => reports.flatMap(({ steps }) => steps ?? []))
    .toEqual([
      { app, from: second.build, to: good },
      { app, from: good, to: null },
    ]);

  await page.evaluate(() => Reflect.set(window, 'same', true));
  await page.unrouteAll();
  asked.length = 0;
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  await expect(onScreen(page, second.build)).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'same'))).toBe(true);
  // What had come is not fetched again.
  expect(asked.filter((path) => /remote-entry|\.css$/.test(path))).toEqual([]);
  await expect
    .poll(() => reports.flatMap(({ recovered }) => recovered ?? []))
    .toEqual([{ app, build: second.build }]);
  expect(await buildOnScreen(page, app)).toBe(second.build);
});

test('a page that hung begins without the build that hung it', async ({ page }) => {
  await ship(second);
  await page.addInitScript((part) => {
    if (sessionStorage.getItem('hung') !== null) return;
    // What a tab has stored that was ended while a build was starting.
    sessionStorage.setItem('hung', '');
    sessionStorage.setItem('tallystick-starting', part);
  }, `${app}@${second.build}`);
  const reports = watchReports(page);
  await page.goto(house.siteUrl + page_);
  await expectGood(page);
  await expectReports(reports, second.build, 'boot');
  await page.reload();
  await expectGood(page);
});

/** Opens a page that sends no report. A route would hold back its last call, too, and lose it as the page goes. */
async function openUnheard(context: BrowserContext): Promise<Page> {
  await context.addInitScript(() => {
    const isReport = (address: unknown) => String(address).endsWith('/releases/reports');
    const { fetch } = window;
    const beacon = navigator.sendBeacon.bind(navigator);
    window.fetch = (...asked) => (isReport(asked[0]) ? new Promise(() => {}) : fetch(...asked));
    navigator.sendBeacon = (...asked) => isReport(asked[0]) || beacon(...asked);
  });
  return await context.newPage();
}

// It waits for half a minute; `health.test.ts` and `page-ticket.test.ts` find a failure of it first.
test('a page that hangs counts as failed, and one that is closed early does not', {
  tag: '@proof',
}, async ({ browser }) => {
  test.slow();
  const [early, late] = [await browser.newContext(), await browser.newContext()];
  const failures = async ({ build }: Variant) =>
    (await desk.board()).builds.find((one) => one.app === app && one.build === build)?.kinds ?? {};
  await ship(unheard);
  const closed = await openUnheard(early);
  const begun = closed.waitForResponse('**/releases/tickets');
  await closed.goto(house.siteUrl + page_, { waitUntil: 'commit' });
  expect((await begun).status()).toBe(200);
  const gone = closed.waitForEvent('close');
  await closed.close({ runBeforeUnload: true });
  await gone;
  await ship(hanging);
  const hangs = await openUnheard(late);
  await hangs.goto(house.siteUrl + page_, { waitUntil: 'commit' });
  await expect.poll(() => failures(hanging), { timeout: 120_000 }).toEqual({ boot: 1 });
  expect(await failures(unheard)).toEqual({});
  await Promise.all([early.close(), late.close()]);
});
