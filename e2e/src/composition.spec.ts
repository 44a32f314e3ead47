import { expect, type Page, type Route } from '@playwright/test';
import { scopeStyles } from '@tallystick/build/scope-styles';
import { test } from './house/beside.ts';
import { comesLive } from './house/comes-live.ts';
import { transfer } from './house/fixture-ledger.ts';
import { runRelease } from './house/house.ts';
import { hears } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { currentRelease, openFollowing, watchReports } from './house/release-site.ts';
import { comesRendered, openRendered } from './house/rendered.ts';
import type { SideHouse } from './house/side-house.ts';
import { houseTimeout } from './house/test.ts';
import { type Variant, variantOf } from './house/variant.ts';

// A page of the ledger's app shows a card of the parties' app: whatever becomes of the card, the page stands.

test.describe.configure({ mode: 'serial' });

const app = 'mfe-parties';
const page_ = '/tx/tally-card-1';

let house: SideHouse;
let desk: Desk;
let good = '';
/** Another build that is right. */
let second: Variant;
/** A build whose card throws as it is drawn. */
let bad: Variant;
/** A build with a rule for every page, and a style attribute on its heading. */
let loud: Variant;
/** A build with a rule for everything, in the way in which the kit writes it. */
let scoped: Variant;

test.beforeAll(async ({ side }) => {
  test.setTimeout(houseTimeout);
  house = side;
  desk = await openDesk(house);
  const { remotes } = await currentRelease(house);
  good = remotes.find(({ name }) => name === app)?.build ?? '';
  const { dataDir } = house;
  await recordLines(house, [
    { record: 'party', kind: 'creator', id: 'card-college', name: 'Card College' },
    { record: 'party', kind: 'checker', id: 'card-college', name: 'Card College' },
    { record: 'party', kind: 'user', id: 'card-cleo', name: 'Cleo Card' },
    transfer('card-1', 1, {
      feat: { form: 'asset', sort: 'transfer' },
      cred: 'card-college',
      debt: 'card-cleo',
    }),
  ]);
  second = await variantOf(dataDir, app, 'ccccccccccc1');
  bad = await variantOf(dataDir, app, 'ccccccccccc2', (script, path) =>
    path.startsWith('party-card.')
      ? script.replace(
          'Widget:function(',
          "Widget:function(){throw new Error('broken on purpose')},Was:function(",
        )
      : script,
  );
  loud = await variantOf(dataDir, app, 'ccccccccccc3', (text, path) =>
    path.endsWith('.css')
      ? `${text}\nh1 { border-bottom: 3px solid rgb(1, 2, 3) }`
      : text.replaceAll('"h2":"h1",{', '"h2":"h1",{style:{maxWidth:"40%"},'),
  );
  const everything = scopeStyles('* { outline: 3px solid rgb(1, 2, 3) !important }', app);
  scoped = await variantOf(dataDir, app, 'ccccccccccc4', (text, path) =>
    path.endsWith('.css') ? text + everything : text,
  );
  const folders = [second, bad, loud, scoped].map(({ folder }) => folder);
  await runRelease(house.environment, 'publish', ...folders);
});
test.beforeEach(({ expectComplaint }) => {
  expectComplaint(/broken on purpose|Minified React error/);
  expectComplaint(/did not load|Failed to load resource|Failed to find a valid digest/);
});
test.afterEach(async () => {
  if ((await currentRelease(house)).remotes.some(({ build }) => build === good)) return;
  await takeBack(false);
});

async function ship({ build }: Variant): Promise<void> {
  await desk.change({ kind: 'promote', builds: { [app]: build }, reason: 'it looks good' });
  await comesLive(house, app, build);
}
async function takeBack(recall: boolean): Promise<void> {
  await desk.change({ kind: 'rollback', apps: [app], to: {}, recall, reason: 'the next test' });
  await comesLive(house, app, good);
}
const card = (page: Page, build: string) =>
  page.locator(`[data-part="mfe-ledger"] [data-part="${app}"][data-build="${build}"]`);
const field = (page: Page) => page.getByLabel('Note to myself');

/** Opens the card in the page, beside a field with something in it. */
async function openCard(page: Page): Promise<void> {
  await hears(page);
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible();
  // It goes with the page's element: a page that is made anew has none.
  await page.locator('[data-part="mfe-ledger"]').evaluate((element) => {
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'Note to myself');
    element.append(input);
  });
  await field(page).fill('typed');
  await page.getByText('About this party').first().click();
}

/** The card of this build is there, and the page is the same as before. */
async function expectCard(page: Page, build: string): Promise<void> {
  await expect(card(page, build)).toContainText('issues credentials');
  await expect(card(page, build).getByRole('link', { name: 'Checker' })).toBeVisible();
  await expect(field(page)).toHaveValue('typed');
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** What the page says of builds that failed, once it has. */
async function expectStep(reports: ReturnType<typeof watchReports>, from: string): Promise<void> {
  const steps = () => reports.flatMap((report) => report.steps ?? []);
  await expect.poll(steps).toEqual([{ app, from, to: good }]);
  expect(new Set(reports.flatMap(({ failures }) => failures.map((each) => each.app)))).toEqual(
    new Set([app]),
  );
}

test('a page shows a card of another app, with its own styles and hashes', async ({ page }) => {
  await page.goto(house.siteUrl + page_);
  await openCard(page);
  await expectCard(page, good);
  const unguarded = page.locator(
    'script[src]:not([integrity]), link[rel=stylesheet]:not([integrity])',
  );
  await expect(unguarded).toHaveCount(0);
  const styles = page.locator(`link[rel=stylesheet][href*="/${good}/party-card."]`);
  await expect(styles).toHaveCount(1);
});

test('a card that throws gives way to the last good build of its app', async ({ page }) => {
  await ship(bad);
  const reports = watchReports(page);
  await page.goto(house.siteUrl + page_);
  await openCard(page);
  await expectCard(page, good);
  await expectStep(reports, bad.build);
});

test('so does one of which a file is another than was released', async ({ page }) => {
  await ship(second);
  const reports = watchReports(page);
  await page.route(`**/${second.build}/party-card.*.js`, async (route: Route) => {
    const body = await (await route.fetch()).body();
    body[body.length - 2] = (body.at(-2) ?? 0) ^ 1;
    await route.fulfill({ body, contentType: 'text/javascript' });
  });
  await page.goto(house.siteUrl + page_);
  await openCard(page);
  await expectCard(page, good);
  await expectStep(reports, second.build);
});

test('a file of the card whose request is dropped is asked for again', async ({ page }) => {
  const reports = watchReports(page);
  const dropped = new Set<string>();
  await page.route(`**/${good}/party-card.*`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (dropped.has(pathname)) return route.continue();
    dropped.add(pathname);
    return route.abort('connectionreset');
  });
  await page.goto(house.siteUrl + page_);
  await openCard(page);
  await expectCard(page, good);
  expect([...dropped].map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'js']);
  expect(reports.flatMap(({ failures }) => failures)).toEqual([]);
});

test('a recall replaces the card in an open tab, and nothing around it', async ({ page }) => {
  await ship(second);
  await openFollowing(page, house.siteUrl + page_);
  await openCard(page);
  await expectCard(page, second.build);
  await takeBack(true);
  await expectCard(page, good);
  await expect(card(page, second.build)).toHaveCount(0);
});

test('a style attribute counts on a first visit, which is rendered, and after a click', async ({
  page,
}) => {
  await ship(loud);
  const address = `${house.siteUrl}/creator/card-college`;
  expect(await comesRendered(address, `${app}@${loud.build}`)).toContain(
    'data-style-attribute="max-width:40%"',
  );
  const heading = page.getByRole('heading', { level: 1, name: 'Card College' });
  const width = () => heading.evaluate((h1) => getComputedStyle(h1).maxWidth);
  const refused: string[] = [];
  page.on('console', (line) =>
    refused.push(...(/style-src/.test(line.text()) ? [line.text()] : [])),
  );
  // Before any script of a build has run, and then drawn by it.
  await page.route(/\/artifacts\/.*\.js$/, (route) => route.abort());
  await openRendered(page, address);
  await expect.poll(width).toBe('40%');
  await page.unrouteAll();
  await openFollowing(page, address);
  expect(await width()).toBe('40%');
  await page.getByRole('link', { name: 'Transfers', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await page.goBack();
  await expect.poll(width).toBe('40%');
  expect(refused).toEqual([]);
});

/** In the page: the elements with the outline, of which app; empty: of the frame. */
const outlined = `[...new Set([...document.querySelectorAll('html, body, #root, #root *')]
  .filter((one) => getComputedStyle(one).outlineColor === 'rgb(1, 2, 3)')
  .map((one) => one.closest('[data-part]')?.dataset.part ?? ''))]`;

test('a rule of a build for everything is for that card alone', async ({ page }) => {
  await ship(scoped);
  await openFollowing(page, house.siteUrl + page_);
  await openCard(page);
  await expectCard(page, scoped.build);
  expect(await page.evaluate(outlined)).toEqual([app]);
});

test('so it is in a page that the site has rendered, before a script of a build runs', async ({
  page,
}) => {
  await ship(scoped);
  const address = `${house.siteUrl}/creator/card-college`;
  await comesRendered(address, `${app}@${scoped.build}`);
  await page.route(/\/artifacts\/.*\.js$/, (route) => route.abort());
  await openRendered(page, address);
  await expect(page.getByRole('heading', { level: 1, name: 'Card College' })).toBeVisible();
  expect(await page.evaluate(outlined)).toEqual([app]);
});

test('a rule of a build for every page goes with the last of its pages', async ({ page }) => {
  const border = () =>
    page
      .getByRole('heading', { level: 1 })
      .evaluate((h1) => getComputedStyle(h1).borderBottomColor);
  const isLoud = () => expect.poll(border).toBe('rgb(1, 2, 3)');
  const isQuiet = () => expect.poll(border).not.toBe('rgb(1, 2, 3)');
  await ship(loud);
  await openFollowing(page, `${house.siteUrl}/creator/card-college`);
  await isLoud();
  // The page says so, for who asks.
  await page.keyboard.press('Alt+Shift+KeyW');
  const reach = page.getByRole('dialog').getByRole('row', { name: /\.css .*all of the page: h1$/ });
  await expect(reach.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Transfers', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await isQuiet();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Card College' })).toBeVisible();
  await isLoud();
  await takeBack(true);
  await expect(page.locator(`[data-part="${app}"][data-build="${good}"]`)).toBeVisible();
  await isQuiet();
});
