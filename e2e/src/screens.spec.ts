import { expect } from '@playwright/test';
import { test } from './house/test.ts';

// What docs/screens.md asks for and no other file proves.

test('a row of home has its kind, status and transaction, and its time in UTC, also on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [search, kind, colour, time] of [
    ['tally-data-7', 'Data', 'danger', '2024-01-01 00:37:00 UTC'],
    ['tally-asset-21', 'Credential', 'success', '2024-01-01 00:21:00 UTC'],
  ] as const) {
    await page.goto(`/?q=${search}`);
    const row = page
      .getByRole('table', { name: 'Latest Transactions' })
      .getByRole('row')
      .filter({ hasText: search });
    await expect(row.getByRole('img', { name: kind })).toBeVisible();
    await expect(row.locator(`[data-colour=${colour}]`)).toBeVisible();
    await expect(row.getByText(search, { exact: true })).toBeVisible();
    await expect(row.getByText(time, { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(row.locator(`[data-colour=${colour}]`)).toBeVisible();
    await expect(row.getByText(time, { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

test('/tx, /ux and /ax are the same page', async ({ page }) => {
  const texts: string[] = [];
  for (const kind of ['tx', 'ux', 'ax']) {
    await page.goto(`/${kind}/tally-data-6`);
    const main = page.getByRole('main');
    await expect(main.getByRole('cell', { name: 'Where the person lives' })).toBeVisible();
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
    texts.push(await main.getByRole('heading').allTextContents().then(String));
  }
  expect(new Set(texts).size).toBe(1);
});
