import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { openPage } from './house/open-page.ts';
import { test } from './house/test.ts';

const field = (page: Page) =>
  page.getByRole('banner').getByRole('combobox', { name: 'Search the ledger' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

/**
 * Until the page of a new address is there, and has taken the focus: its title comes right after that. An address
 * changes before, and a focus that is in a field by then without a letter in it is taken away.
 */
const isArrivedAt = (page: Page, title: RegExp) => expect(page).toHaveTitle(title);

test('the bar of each page suggests what a text may mean, by kind, and leads there', async ({
  page,
}) => {
  await page.goto('/api');
  await field(page).fill('ada a');
  const people = page.getByRole('group', { name: 'People' });
  await expect(people.getByRole('option')).toHaveText(['Ada AshUser']);
  await expect(people.locator('mark')).toHaveText(['Ada A']);
  await page.keyboard.press('ArrowDown');
  await expect(option(page, /^Ada Ash/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user/ada');
  await expect(field(page)).toHaveValue('');
  await isArrivedAt(page, /^Ada Ash •/);
  await field(page).fill('tally-asset-2');
  await option(page, /^tally-asset-21/).click();
  await expect(page).toHaveURL('/tx/asset-21');
});

test('Enter opens what has the text as its id, and otherwise lists who and what was found', async ({
  page,
}) => {
  await openPage(page, '/');
  await field(page).fill('TALLY-ASSET-7');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tx/asset-7');
  await isArrivedAt(page, /^Credential from North College/);
  await field(page).fill('north colleg');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/transfers?q=north+colleg');
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByRole('link')).toHaveText(['North College']);
  await expect(page.getByRole('main').getByRole('table').getByRole('link').first()).toBeVisible();
});

test('the key / leads to the search from anywhere, also after a click on its hint', async ({
  page,
}) => {
  for (const path of ['/transfers', '/user/ada', '/contact']) {
    await openPage(page, path);
    await expect(field(page)).toHaveAttribute('aria-keyshortcuts', '/');
    const { x = 0, y = 0, width = 0, height = 0 } = (await field(page).boundingBox()) ?? {};
    const clickHint = async () => {
      await page.mouse.click(x + width - 15, y + height / 2);
      await expect(field(page)).toBeFocused();
      await expect(page.getByText(/^A transaction ID/)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(field(page)).not.toBeFocused();
    };
    await clickHint();
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('a/b');
    await expect(field(page)).toHaveValue('a/b');
    await field(page).fill('');
    await clickHint();
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
  }
});

test('the ring around what is typed into is whole, wide and narrow', async ({ page }) => {
  /** What cuts off the ring of what has the focus; or that there is none. */
  const cuts = () =>
    page.evaluate(() => {
      const input = document.activeElement;
      if (!(input instanceof HTMLInputElement)) return ['no field'];
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(input);
      if (outlineStyle === 'none') return ['no ring'];
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const box = input.getBoundingClientRect();
      const isCut = (left: number, top: number, right: number, bottom: number) =>
        box.left - ring < left ||
        box.top - ring < top ||
        box.right + ring > right ||
        box.bottom + ring > bottom;
      const found = isCut(0, 0, innerWidth, innerHeight) ? ['the window'] : [];
      for (let frame = input.parentElement; frame; frame = frame.parentElement) {
        if (getComputedStyle(frame).overflow === 'visible') continue;
        const { left, top, right, bottom } = frame.getBoundingClientRect();
        if (isCut(left, top, right, bottom)) found.push(frame.outerHTML.slice(0, 80));
      }
      return found;
    });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await openPage(page, '/transfers');
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    expect(await cuts(), `${width}, of the bar`).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search in this list' }).focus();
    expect(await cuts(), `${width}, of the list`).toEqual([]);
  }
});

test('who needs no key of one character switches it off, everywhere and for good', async ({
  page,
}) => {
  await openPage(page, '/transfers');
  await field(page).focus();
  await page.getByRole('checkbox', { name: 'Press / to search' }).uncheck();
  for (const path of ['/transfers', '/contact']) {
    await openPage(page, path);
    await expect(field(page)).toBeVisible();
    await page.keyboard.press('/');
    await expect(field(page)).not.toBeFocused();
  }
});

test('nothing on the page moves as somebody searches, and axe finds nothing', async ({ page }) => {
  // A page that is not live.
  await page.goto('/contact');
  await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    const places = () =>
      [...document.querySelectorAll('main *, header nav a')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].join();
      });
    const before = places().join(' ');
    Object.assign(window, { hasMoved: () => places().join(' ') !== before });
  });
  await page.keyboard.press('/');
  await page.keyboard.type('ad', { delay: 30 });
  await expect(option(page, /^Ada Ash/)).toBeVisible();
  const hasMoved = () =>
    page.evaluate(
      () => 'hasMoved' in window && typeof window.hasMoved === 'function' && window.hasMoved(),
    );
  expect(await hasMoved()).toBe(false);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).include('header').analyze();
    expect(violations, colorScheme).toEqual([]);
  }
});

test('Not Found says what may have been meant, and has a search', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/);
  await page.goto('/tx/tally-asset-2x');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await expect(main.getByRole('combobox', { name: 'Search the ledger' })).toBeVisible();
  await page.goto('/people/ada');
  await main.getByRole('link', { name: 'ada', exact: true }).click();
  await expect(page).toHaveURL('/user/ada');
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('the search is in the menu, opens over the bar, and goes again', async ({ page }) => {
    await openPage(page, '/assets');
    await expect(field(page)).toBeHidden();
    const menu = page.getByRole('navigation', { name: 'Main' });
    const button = menu.getByRole('button', { name: 'Search' });
    for (const entry of [...(await menu.getByRole('link').all()), button]) {
      const { y = 0, width = 0, height = 0 } = (await entry.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      // All in one line.
      expect(y).toBe((await button.boundingBox())?.y);
    }
    const bar = page.getByRole('banner');
    const before = await bar.boundingBox();
    await button.tap();
    await expect(field(page)).toBeFocused();
    // It may still be on its way back into sight.
    await expect.poll(() => bar.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Close search' }).tap();
    await expect(field(page)).toBeHidden();
    await button.tap();
    await field(page).fill('ada');
    await option(page, /^Ada Ash/).tap();
    await expect(page).toHaveURL('/user/ada');
    await expect(field(page)).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
