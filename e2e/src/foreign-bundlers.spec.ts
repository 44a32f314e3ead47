import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { runRelease } from './house/house.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { sharedHouse, test } from './house/test.ts';

// Remotes that other bundlers have built, with nothing of this platform in them: published as they are, with a
// remote.json. Their names are the same in each build, as their plugins make them.

test.describe.configure({ mode: 'serial' });

const bundlers = ['webpack', 'webpack-own', 'rsbuild', 'vite'] as const;
type Bundler = (typeof bundlers)[number];
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

let house: SideHouse;
let desk: Desk;
let folder: string;
/** Build ids, by bundler. */
const builds: Record<string, { one: string; two: string }> = {};

test.beforeAll(async () => {
  house = await startSideHouse(sharedHouse());
  desk = await openDesk(house);
  folder = await mkdtemp(join(tmpdir(), 'tallystick-foreign-'));
  await Promise.all(
    bundlers.map((name) =>
      promisify(execFile)(process.execPath, [
        join(root, 'e2e/foreign/main.ts'),
        name,
        join(folder, name),
      ]),
    ),
  );
  for (const name of bundlers)
    builds[name] = { one: await publish(name, 'one'), two: await publish(name, 'two') };
  await ship('one', bundlers);
});
test.afterAll(async () => {
  await house?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});
test.beforeEach(({ expectComplaint }) => {
  expectComplaint(/did not load|Failed to load resource|Failed to find a valid digest|ERR_/);
});

async function publish(name: Bundler, build: 'one' | 'two'): Promise<string> {
  const home = join(folder, name, build);
  // Without a manifest nothing says in which variable the container is.
  const more = name === 'webpack-own' ? ['--container', 'notes_webpack_own'] : [];
  const said = await runRelease(house.environment, 'publish', join(home, 'dist'), ...more);
  return new RegExp(`notes-${name}@(\\S+)`).exec(said)?.[1] ?? '';
}

const ship = (which: 'one' | 'two', names: readonly Bundler[]) =>
  desk.change({
    kind: 'promote',
    builds: Object.fromEntries(names.map((name) => [`notes-${name}`, builds[name]?.[which] ?? ''])),
    reason: 'a test of it',
  });

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const openPage = (page: Page, name: Bundler) => page.goto(`${house.siteUrl}/notes-${name}`);

/** The page of this build is there, with its picture, its styles and its late part, and works. */
async function expectPage(page: Page, name: Bundler, which: 'one' | 'two'): Promise<void> {
  await expect(heading(page)).toHaveText(`Notes of ${name}, ${which}`);
  await expect(page.locator(`[data-build="${builds[name]?.[which]}"]`)).toBeVisible();
  await expect(page.getByText(`Late part of ${name}, ${which}`)).toHaveCSS('color', 'rgb(4, 5, 6)');
  await expect(heading(page)).toHaveCSS('color', 'rgb(1, 2, 3)');
  const picture = page.getByRole('img', { name: 'a note' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(10);
  // Hooks work only with the React that draws the page.
  const button = page.getByRole('button', { name: /^Pressed/ });
  await button.click();
  await expect(button).toHaveText(/Pressed [1-9]/);
}

async function leaveAndReturn(page: Page, name: Bundler): Promise<void> {
  await page.getByRole('link', { name: 'API', exact: true }).first().click();
  await expect(page.getByText('Coming Soon')).toBeVisible();
  await page.getByRole('link', { name, exact: true }).first().click();
}

for (const name of bundlers) {
  test(`${name}: on a first visit, and by a link from another page`, async ({ page, context }) => {
    await openPage(page, name);
    await expectPage(page, name, 'one');
    const other = await context.newPage();
    await other.goto(`${house.siteUrl}/api`);
    await other.getByRole('link', { name, exact: true }).first().click();
    await expectPage(other, name, 'one');
  });

  test(`${name}: an open tab gets the next build, the one before, and leaves a recalled one`, async ({
    page,
  }) => {
    await openPage(page, name);
    await expectPage(page, name, 'one');
    const app = `notes-${name}`;
    const reason = 'a test of it';
    for (const which of ['two', 'one', 'two'] as const) {
      if (which === 'two') await ship('two', [name]);
      else await desk.change({ kind: 'rollback', apps: [app], to: {}, recall: false, reason });
      await expect(async () => {
        await leaveAndReturn(page, name);
        await expect(heading(page)).toHaveText(`Notes of ${name}, ${which}`, { timeout: 1_000 });
      }).toPass();
      await expectPage(page, name, which);
    }
    await desk.change({ kind: 'rollback', apps: [app], to: {}, recall: true, reason });
    await expectPage(page, name, 'one');
  });

  test(`${name}: nothing runs if a byte of its scripts or first styles is another`, async ({
    page,
    browser,
  }) => {
    const started = await startingFiles(page, name);
    expect(started.length).toBeGreaterThanOrEqual(name === 'webpack-own' ? 1 : 3);
    for (const path of started) {
      // What was flipped stays in a browser's cache.
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const victim = await context.newPage();
      await victim.route(`**${path}`, async (route) => {
        const response = await route.fetch();
        const mark = path.endsWith('.css') ? ':root{--flipped:1}' : ';globalThis.flipped=1;';
        await route.fulfill({ response, body: `${await response.text()}\n${mark}` });
      });
      await openPage(victim, name);
      await expect(victim.getByRole('main').getByRole('alert')).toBeVisible();
      const ran = await victim.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return 'flipped' in globalThis || style.getPropertyValue('--flipped') !== '';
      });
      expect(ran, path).toBe(false);
      await context.close();
    }
  });

  test(`${name}: where the next build does not come, the one before is there`, async ({ page }) => {
    await ship('two', [name]);
    await page.route(`**/artifacts/notes-${name}/${builds[name]?.two}/**`, (route) =>
      route.abort(),
    );
    await openPage(page, name);
    await expectPage(page, name, 'one');
    await page.unrouteAll();
    await ship('one', [name]);
  });
}

test('all of them live in one page, one after the other', async ({ page }) => {
  await openPage(page, 'webpack');
  for (const name of [...bundlers, ...bundlers]) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expectPage(page, name, 'one');
  }
});

/**
 * Paths of the scripts of a build that its page has used, and of the styles that it began with. Without a
 * manifest nothing says which scripts there are but the entry.
 */
async function startingFiles(page: Page, name: Bundler): Promise<string[]> {
  const paths = new Set<string>();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/artifacts\/notes-.*\.(m?js|css)$/.test(pathname)) paths.add(pathname);
  });
  await openPage(page, name);
  await expectPage(page, name, 'one');
  page.removeAllListeners('requestfinished');
  if (name === 'webpack-own') return [...paths].filter((path) => path.endsWith('remoteEntry.js'));
  const texts = await Promise.all(
    [...paths].map(async (path) => ({
      path,
      text: await (await page.request.get(house.siteUrl + path)).text(),
    })),
  );
  return texts
    .filter(({ path, text }) => !path.endsWith('.css') || text.includes('.foreign'))
    .map(({ path }) => path);
}
