import { expect, type Page } from '@playwright/test';
import { transfer } from './house/fixture-ledger.ts';
import { recordLines } from './house/record-lines.ts';
import { shiftsOf, watchShifts } from './house/shifts.ts';
import { sharedHouse, test } from './house/test.ts';

const lists = ['/', '/assets', '/transfers', '/user/ada', '/creator/north-college'] as const;
const calls = /\/(transfers|assets)\/list\//;
const rows = (page: Page) => page.getByRole('table').getByRole('link');

/** Where a new transfer comes in; few, since they stay on top of what other tests look at. */
function isNewest(path: (typeof lists)[number], width: number): boolean {
  return path === '/transfers' || ((path === '/' || path === '/assets') && width === 1280);
}

function newest(item: string) {
  return transfer(item, (Date.now() - Date.UTC(2024)) / 60_000, {
    feat: { form: 'asset', sort: 'transfer' },
    cred: 'steady-college',
    debt: 'steady',
  });
}

/** Each list call takes its time, longer than the half second in which CLS forgives an input. */
async function slowDown(page: Page): Promise<void> {
  await page.route(calls, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue().catch(() => {});
  });
}

for (const width of [1280, 390]) {
  for (const path of lists) {
    test(`${path} at ${width}: nothing shifts at first load, page turn, search, live insert and error`, async ({
      page,
      expectComplaint,
    }) => {
      expectComplaint(/status of 503/);
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      await slowDown(page);
      await page.goto(path);
      await expect(rows(page)).toHaveCount(10);
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      expect(await shiftsOf(page), 'first load').toEqual([]);

      if (isNewest(path, width)) {
        const item = `steady-${width}-${lists.indexOf(path)}`;
        await recordLines(sharedHouse(), [newest(item)]);
        await expect(page.locator(`tbody a[href="/tx/tally-${item}"]`)).toBeVisible();
      }
      expect(await shiftsOf(page), 'live insert').toEqual([]);

      await page.getByRole('link', { name: 'Next', exact: true }).click();
      await expect(page.getByText(/(^|: )11 - 20 of \d+$/)).toBeVisible();
      await page.getByRole('link', { name: 'Last', exact: true }).click();
      await expect(page.locator('[data-stale]')).toHaveCount(0);
      expect(await shiftsOf(page), 'page turn').toEqual([]);

      await page.getByRole('searchbox').fill('nobody at all');
      await expect(page.getByText('Nothing matches “nobody at all”.')).toBeVisible();
      expect(await shiftsOf(page), 'nothing found').toEqual([]);

      await page.route(calls, (route) =>
        route.fulfill({
          status: 503,
          headers: { 'access-control-allow-origin': '*' },
          json: { code: 503, error: 'The ledger rests.' },
        }),
      );
      await page.getByRole('searchbox').fill('');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await shiftsOf(page), 'error').toEqual([]);
    });
  }
}

test.beforeAll(async () => {
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'steady-college', name: 'Steady College' },
    { record: 'party', kind: 'user', id: 'steady', name: 'Stella Steady' },
  ]);
});

test('at twice the text size on a phone nothing is wider than the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const path of ['/transfers', '/assets?page=2']) {
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expect(rows(page).first()).toBeVisible();
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, path).toBe(0);
  }
});

test('with reduced motion nothing is animated, and on paper only the rows and their range stay', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/user/ada');
  await expect(rows(page)).toHaveCount(10);
  await expect
    .poll(() =>
      page.evaluate(
        () => document.getAnimations().filter((each) => each.playState === 'running').length,
      ),
    )
    .toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('1 - 10 of 23', { exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Next' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  await expect(rows(page).first()).toBeVisible();
});
