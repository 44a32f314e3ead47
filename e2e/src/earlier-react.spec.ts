import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from './house/beside.ts';
import { comesLive } from './house/comes-live.ts';
import { earlierApp as app, publishEarlierReact } from './house/earlier-react.ts';
import { transfer } from './house/fixture-ledger.ts';
import { runRelease } from './house/house.ts';
import { openPage } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { openFollowing, watchReports } from './house/release-site.ts';
import type { SideHouse } from './house/side-house.ts';
import { signInPage } from './house/sign-in-page.ts';
import { stubCodes } from './house/stub-codes.ts';
import { houseTimeout } from './house/test.ts';
import { variantOfBuild } from './house/variant.ts';

// A remote that is made with the kit and React 18, in a page of React 19. The platform brings a
// second copy of what is bound to React. Both copies use the one session, feed and router of the
// page.

test.describe.configure({ mode: 'serial' });

let house: SideHouse;
let desk: Desk;
let folder: string;
let good = '';

const asset = {
  feat: { form: 'asset', sort: 'transfer' },
  cred: 'card-college',
  debt: 'card-cleo',
};

test.beforeAll(async ({ side }) => {
  test.setTimeout(houseTimeout);
  house = side;
  await recordLines(house, [
    { record: 'party', kind: 'creator', id: 'card-college', name: 'Card College' },
    { record: 'party', kind: 'user', id: 'card-cleo', name: 'Cleo Card' },
    transfer('earlier-1', 1, asset),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'tallystick-earlier-'));
  good = await publishEarlierReact(house, folder);
  desk = await openDesk(house);
  await desk.change({ kind: 'promote', builds: { [app]: good }, reason: 'until it is rebuilt' });
  await comesLive(house, app, good);
});
test.afterAll(async () => {
  await desk.change({ kind: 'remove', apps: [app], reason: 'the next file' });
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const open = (page: Page, path: string) => page.goto(`${house.siteUrl}${path}`);
const main = (page: Page) => page.getByRole('main');
const note = (page: Page, id: number) =>
  main(page).getByRole('heading', { name: `Note ${id}`, exact: true });
const draft = (page: Page) => page.getByLabel('Draft');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('its pages have the router’s hooks, nested in each other', async ({ page }) => {
  await open(page, '/notes-earlier');
  await expect(page.getByRole('heading', { name: 'Notes of React 18.3.1' })).toBeVisible();
  await expect(page.getByText('Choose one')).toBeVisible();
  await expect(page.getByText('The ledger answers')).toBeVisible();
  await open(page, '/notes-earlier/7');
  await expect(note(page, 7)).toBeVisible();
  await expect(page.getByText('Loaded for 7')).toBeVisible();
  await draft(page).fill('typed');
  await press(page, 'Search');
  await expect(page.getByText('Search: ada')).toBeVisible();
  await expect(page).toHaveURL(/\/notes-earlier\/7\?q=ada$/);
  await press(page, 'Next');
  await expect(note(page, 8)).toBeVisible();
  await expect(page.getByText('Loaded for 8')).toBeVisible();
  await expect(page.getByText('Search: none')).toBeVisible();
  await page.getByLabel('Line').fill('one');
  await press(page, 'Add');
  await expect(page.getByText('Lines: one, Taken')).toBeVisible();
  await expect(draft(page)).toHaveValue('typed');
});

test('pages of both are shown in one tab, there and back', async ({ page }) => {
  await open(page, '/notes-earlier/7');
  await press(page, 'Next');
  await expect(note(page, 8)).toBeVisible();
  await page.getByRole('link', { name: 'To all transfers' }).click();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await expect(page.locator('[data-part=mfe-ledger]')).toBeVisible();
  await page.goBack();
  await expect(note(page, 8)).toBeVisible();
  await page.goBack();
  await expect(note(page, 7)).toBeVisible();
  await page.goForward();
  await expect(note(page, 8)).toBeVisible();
});

test('they hear the one live feed of the page', async ({ page }) => {
  const streams: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('baas_request')) streams.push(request.url());
  });
  await open(page, '/notes-earlier');
  await expect(page.getByText('The feed is live, 0 heard')).toBeVisible();
  await recordLines(house, [transfer('earlier-2', 100_000, asset)]);
  await expect(page.getByText('The feed is live, 1 heard')).toBeVisible();
  await page.getByRole('link', { name: 'To all transfers' }).click();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect(streams).toHaveLength(1);
});

test('they have the session of the page', async ({ page }) => {
  await stubCodes(page);
  await open(page, '/notes-earlier');
  await expect(page.getByText('A visitor')).toBeVisible();
  const account = page.getByRole('link', { name: /account|sign in/i }).first();
  await account.click();
  const parts = signInPage(page);
  await parts.email.fill('sam@example.org');
  await parts.getOtp.click();
  await parts.otp.fill('123456');
  await parts.proceed.click();
  await expect(page.getByText('sam@example.org')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Signed in: sam@example.org')).toBeVisible();
});

test('they fill other zones, and hold what a route of theirs throws', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/fragile as it is|error occurred in/);
  // The frame comes together with the page: the shell waits 100 ms before it draws the frame alone.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    const later = (run: () => void, ms: number) => setTimeout(run, ms === 100 ? 60_000 : ms);
    Object.assign(globalThis, { setTimeout: later });
  });
  await open(page, '/notes-earlier/7');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('button', { name: 'Tools of 7, pressed 0 times' }).click();
  await expect(footer.getByText('Tools of 7, pressed 1 times')).toBeVisible();
  await page.getByRole('link', { name: 'Fragile' }).click();
  await expect(page.getByText('Sorry: fragile as it is')).toBeVisible();
  await expect(note(page, 7)).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Sorry')).toHaveCount(0);
  await expect(note(page, 7)).toBeVisible();
});

test('widgets of both are shown in them', async ({ page }) => {
  await open(page, '/notes-earlier/7');
  const ofPage = page.locator('[data-part=notes-earlier] [data-part=mfe-parties]');
  await expect(ofPage).toContainText('Card College');
  const own = page.locator('[data-part=notes-earlier] [data-part=notes-earlier]');
  await expect(own).toContainText('Card of 7 at /notes-earlier/7, React 18.3.1');
  await expect(page.getByText(/^No card/)).toHaveCount(0);
  await press(page, 'Card pressed 0 times');
  await expect(own).toContainText('Card pressed 1 times');
  await press(page, 'Next');
  await expect(own).toContainText('Card of 8 at /notes-earlier/8');
  await expect(own).toContainText('Card pressed 1 times');
  await own.getByRole('link', { name: 'All notes' }).click();
  await expect(page.getByText('Choose one')).toBeVisible();
});

test('who opens no such page does not load an earlier React', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''));
  });
  const withEarlierReact = async () =>
    (await Promise.all(scripts)).filter((text) => text.includes('reconcilerVersion:"18.')).length;
  // A page that comes rendered has its heading before its scripts.
  await openPage(page, `${house.siteUrl}/transfers`);
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  expect(await withEarlierReact()).toBe(0);
  // The same watch sees it where it is wanted.
  await open(page, '/notes-earlier/7');
  await expect(note(page, 7)).toBeVisible();
  expect(await withEarlierReact()).toBe(1);
});

test('the page says why it runs what it runs, for who asks', async ({ page, expectComplaint }) => {
  expectComplaint(/Content Security Policy|^The policy refused|Failed to fetch/);
  await openFollowing(page, `${house.siteUrl}/notes-earlier/7?mail=ada@example.org`);
  await expect(note(page, 7)).toBeVisible();
  await draft(page).focus();
  await page.keyboard.press('Alt+Shift+KeyW');
  const panel = page.getByRole('dialog', { name: 'Why this page runs what it runs' });
  const part = (name: string) => panel.getByRole('region', { name });
  const cells = (name: string, row: RegExp) =>
    part(name).getByRole('row', { name: row }).getByRole('cell');
  const own = `${app}, “Notes of before”`;
  await expect(part(own)).toContainText(`Runs build ${good}: it is live, by revision `);
  await expect(part(own)).toContainText(/It shows widgets of .*mfe-parties \(/);
  await expect(part('mfe-parties, ')).toContainText('Runs, as a widget, build ');
  await expect(part('shell, the site’s shell')).toContainText(/Runs build \S+: it is live/);
  await expect(cells(own, /^react /)).toHaveText(['18.3.1', 'of its own, earlier React', /18/]);
  await expect(cells('mfe-parties, ', /^react /)).toHaveText([/^19\./, 'the shell’s', /19/]);
  await expect(cells('mfe-parties, ', /^party-card\..*css/)).toHaveText([
    ...['yes', /^\d+$/, 'what mfe-parties shows'],
  ]);
  await expect(cells(own, /^First drawn/)).toHaveText([/^\d+ ms$/]);

  // What is refused while it is open is said as well.
  await page.evaluate(() => fetch('https://elsewhere.example/x?mail=ada').catch(() => {}));
  await expect(part('Code of no build')).toHaveText(
    /The policy \(connect-src\) refused https:\/\/elsewhere\.example\/x…/,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy for support' }).click();
  await expect(panel.getByRole('status')).toHaveText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${house.siteUrl}/notes-earlier/7?mail=…\n`);
  expect(copied).toContain('react | 18.3.1 | of its own, earlier React');
  expect(copied).not.toMatch(/ada|example\.org/);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(draft(page)).toBeFocused();
});

test('it says that a browser is one of those that get a canary', async ({ page }) => {
  const canary = await variantOfBuild(folder, join(folder, 'dist', good), 'eeeeeeeeeee2');
  await runRelease(house.environment, 'publish', canary.folder);
  const builds = { [app]: canary.build };
  await desk.change({ kind: 'canary', builds, percent: 99.99, reason: 'nearly all' });
  const link = `/notes-earlier/7#why=${app}`;
  const first = page.getByRole('dialog').getByRole('region').first();
  await expect(async () => {
    await page.goto('about:blank');
    await open(page, link);
    await expect(first).toContainText(`Runs build ${canary.build}: it is a canary of`, {
      timeout: 5_000,
    });
  }).toPass();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/notes-earlier\/7$/);
  await desk.change({ kind: 'abort', apps: [app], recall: false, reason: 'the next test' });
});

test('what such a page throws begins the ladder', async ({ page, expectComplaint }) => {
  expectComplaint(/broken on purpose|error occurred in|Minified React error/);
  const bad = await variantOfBuild(
    folder,
    join(folder, 'dist', good),
    'eeeeeeeeeee1',
    (script, path) =>
      path.startsWith('routes.') ? script.replace('mood:"works"', 'mood:"fails"') : script,
  );
  await runRelease(house.environment, 'publish', bad.folder);
  await desk.change({ kind: 'promote', builds: { [app]: bad.build }, reason: 'it looks good' });
  await comesLive(house, app, bad.build);
  const reports = watchReports(page);
  await open(page, '/notes-earlier/7');
  await expect(note(page, 7)).toBeVisible();
  await expect(page.locator(`[data-part=${app}]`).first()).toHaveAttribute('data-build', good);
  await expect
    .poll(() => reports.flatMap(({ steps }) => steps ?? []))
    .toEqual([{ app, from: bad.build, to: good }]);
  await page.evaluate((name) => location.assign(`#why=${name}`), app);
  const first = page.getByRole('dialog').getByRole('region').first();
  await expect(first).toContainText(
    `Runs build ${good}: the page falls back to it, since ${bad.build} failed here.`,
  );
  await expect(first).toContainText(
    new RegExp(`${bad.build} failed at [\\d:]+ UTC: it threw as it was drawn\\.`),
  );
});
