import { expect, type Page, type Route } from '@playwright/test';
import { drawnByBrowser } from './house/drawn-by-browser.ts';
import { rowsOf } from './house/rows.ts';
import { test } from './house/test.ts';

// What people see where something of the site itself fails, in the browser that has to cope with it.

const main = (page: Page) => page.getByRole('main');
const notice = (page: Page) => main(page).getByRole('alert');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tryAgain = (page: Page) => notice(page).getByRole('button', { name: 'Try again' });
const loadAgain = (page: Page) => notice(page).getByRole('button', { name: 'Load again' });

/** Breaks something that pages count on, in every load of this tab until `mend`, and in this one. */
async function sabotage(page: Page, what: 'numbers' | 'title'): Promise<void> {
  await page.addInitScript((broken) => {
    if (sessionStorage.getItem('mended') !== null) return;
    const fail = () => {
      Reflect.set(window, 'failed', (Reflect.get(window, 'failed') ?? 0) + 1);
      throw new TypeError(`${broken} broke`);
    };
    const properties = { get: fail, set: fail, configurable: true };
    const { prototype } = Intl.NumberFormat;
    const whole = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
    Reflect.set(window, 'mend', () => Object.defineProperty(prototype, 'format', whole));
    if (broken === 'numbers') Object.defineProperty(prototype, 'format', properties);
    else Object.defineProperty(document, 'title', properties);
  }, what);
}
const mend = (page: Page) =>
  page.evaluate(() => {
    sessionStorage.setItem('mended', '');
    Reflect.get(window, 'mend')();
  });

/** How often this load of the page has failed. */
const failures = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'failed') ?? 0));

/** A mark that is lost if the page is loaded anew. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, 'same', true));
const isMarked = (page: Page) => page.evaluate(() => Reflect.get(window, 'same') === true);

test('a page that throws while it is drawn is an Unexpected Application Error, in its zone alone', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/numbers broke/);
  await sabotage(page, 'numbers');
  await page.goto('/user/ada');
  await expect(notice(page).getByRole('heading')).toHaveText('Unexpected Application Error');
  await expect(notice(page)).toContainText(
    'This page stopped working. The rest of the site works.',
  );
  await expect(page.getByRole('contentinfo')).toBeVisible();

  await menu(page).getByRole('link', { name: 'API' }).click();
  await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(notice(page)).toBeVisible();
  await mark(page);
  const before = await failures(page);
  await tryAgain(page).click();
  // Mended earlier, this try would succeed.
  await expect.poll(() => failures(page)).toBeGreaterThan(before);
  await expect(tryAgain(page)).toBeEnabled();
  await mend(page);
  await tryAgain(page).click();
  await expect(page.getByRole('heading', { name: 'Ada Ash' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});

test('where the frame itself throws, the error stands alone, with two ways out', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/title broke/);
  await sabotage(page, 'title');
  await page.goto('/transfers');
  await expect(notice(page).getByRole('heading')).toHaveText('Unexpected Application Error');
  await expect(notice(page)).toContainText('The site stopped working in this tab.');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await mend(page);
  await loadAgain(page).click();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await mend(page);
  await notice(page).getByRole('link', { name: 'See the latest transactions' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Latest Transactions' })).toBeVisible();
});

const away = {
  'cannot be reached': (route: Route) => route.abort('connectionrefused'),
  'is no longer there': (route: Route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not Found' }),
};

for (const [how, answer] of Object.entries(away)) {
  for (const kind of ['js', 'css']) {
    test(`a page whose own ${kind} file ${how} says so, and how to get it`, async ({
      page,
      expectComplaint,
    }) => {
      expectComplaint(/Failed to load resource|Loading (CSS )?chunk|Refused to/i);
      // A rendered page has all styles of its remote.
      await drawnByBrowser(page);
      // A search for one row: in the live list each row that another test brings in is the first.
      await page.goto('/transfers?q=tally-asset-22');
      const row = rowsOf(page);
      await expect(row.locator('a[href="/tx/asset-22"]')).toHaveCount(1);
      const asked: string[] = [];
      await page.route(`**/artifacts/mfe-ledger/**/*.${kind}`, async (route) => {
        asked.push(route.request().url());
        await answer(route);
      });
      await row.click();
      await expect(notice(page).getByRole('heading')).toHaveText(
        'A part of this page did not load',
      );
      await expect(notice(page)).toContainText(
        'The connection was lost, or the site has been updated since you opened it.',
      );
      expect(asked.length).toBeGreaterThan(0);
      await expect(page).toHaveURL('/tx/asset-22');
      await expect(menu(page)).toBeVisible();

      await mark(page);
      await page.unrouteAll();
      await tryAgain(page).click();
      await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible();
      await expect(page).toHaveURL('/tx/asset-22');
      expect(await isMarked(page)).toBe(true);
    });
  }
}

test('a page whose own files are dropped once comes without a word', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  await drawnByBrowser(page);
  await page.goto('/transfers?q=tally-asset-22');
  const row = rowsOf(page);
  await expect(row.locator('a[href="/tx/asset-22"]')).toHaveCount(1);
  const dropped = new Set<string>();
  await page.route(/\/artifacts\/mfe-ledger\/.*\.(?:js|css)$/, (route) => {
    const address = route.request().url();
    if (dropped.has(address)) return route.continue();
    dropped.add(address);
    return route.abort('connectionreset');
  });
  await mark(page);
  await row.click();
  await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  expect([...dropped].map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'js']);
  expect(await isMarked(page)).toBe(true);
});
