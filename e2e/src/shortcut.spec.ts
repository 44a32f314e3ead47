import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './house/test.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search transactions' });
const keySwitch = (page: Page, state: 'on' | 'off') =>
  page.getByRole('button', {
    name: state === 'on' ? /switch it off$/ : /switch it on, /,
  });

test('the / key leads to the search until somebody switches it off, everywhere and for good', async ({
  page,
}) => {
  await page.goto('/transfers');
  await expect(box(page)).toHaveAttribute('aria-keyshortcuts', '/');
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('');

  // By keyboard alone: the switch is the next stop after the box that it is about.
  await page.keyboard.press('Tab');
  await expect(keySwitch(page, 'on')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(keySwitch(page, 'off')).toHaveText('/ off');
  await expect(box(page)).not.toHaveAttribute('aria-keyshortcuts');
  await page.keyboard.press('/');
  await expect(keySwitch(page, 'off')).toBeFocused();

  // Kept: after a reload, and on the pages of another part of the site.
  for (const path of ['/transfers', '/user/ada']) {
    await page.goto(path);
    await expect(keySwitch(page, 'off')).toBeVisible();
    await page.keyboard.press('/');
    await expect(box(page)).not.toBeFocused();
  }
  await keySwitch(page, 'off').click();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('a/b');
  await expect(box(page)).toHaveValue('a/b');
});

test('the switch of the / key is named and large enough, and axe finds nothing in either state', async ({
  page,
}) => {
  await page.goto('/transfers');
  for (const state of ['on', 'off'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).include('search').analyze();
      expect(violations, `${state}, ${colorScheme}`).toEqual([]);
    }
    const { width = 0, height = 0 } = (await keySwitch(page, state).boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await keySwitch(page, state).click();
  }
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

  test('the switch of the / key is out of the way, and comes with a keyboard', async ({ page }) => {
    await page.goto('/transfers');
    await expect(keySwitch(page, 'on')).toHaveCSS('opacity', '0');
    await box(page).focus();
    await page.keyboard.press('Tab');
    await expect(keySwitch(page, 'on')).toBeFocused();
    await expect(keySwitch(page, 'on')).toHaveCSS('opacity', '1');
  });
});
