import { expect, type Page } from '@playwright/test';
import { openPage } from './house/open-page.ts';
import { rowsOf } from './house/rows.ts';
import { test } from './house/test.ts';

// Other tests add transfers while these run, so exact numbers are read from lists of one party.

/** What the pager says of the rows that are shown. */
function range(page: Page, text: string | RegExp) {
  return page.getByRole('navigation', { name: 'Pages' }).getByText(text, { exact: true });
}

test('home lists ten transfers, and a click leads over the transaction to its parties', async ({
  page,
}) => {
  await page.goto('/?page=2');
  await expect(rowsOf(page)).toHaveCount(10);
  await expect(range(page, /^11 - 20 of [\d,]+$/)).toBeVisible();

  await openPage(page, '/creator/north-college');
  await rowsOf(page).filter({ hasText: 'tally-asset-23' }).click();
  await expect(page).toHaveURL('/tx/asset-23');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Creator' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'User' })).toBeVisible();
  await main.getByRole('link', { name: /^Ada Ash/ }).click();
  await expect(page).toHaveURL('/user/ada');
  await expect(main.getByText('Ada Ash', { exact: true }).first()).toBeVisible();
  await expect(range(page, '1 - 10 of 23')).toBeVisible();
});

test('a list turns its pages, and the address keeps the page', async ({ page }) => {
  await page.goto('/creator/north-college');
  const previous = page.getByRole('link', { name: 'Previous' });
  const next = page.getByRole('link', { name: 'Next' });
  const shows = (text: string) => expect(range(page, text)).toBeVisible();

  await shows('1 - 10 of 23');
  await expect(rowsOf(page).first()).toContainText('tally-asset-23');
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await next.click();
  await shows('11 - 20 of 23');
  await expect(page).toHaveURL('/creator/north-college?page=2');
  await next.click();
  await shows('21 - 23 of 23');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowsOf(page).last()).toContainText('tally-asset-1');
  await expect(next).toHaveAttribute('aria-disabled', 'true');

  await page.goBack();
  await shows('11 - 20 of 23');
  await page.goForward();
  await shows('21 - 23 of 23');
  await page.reload();
  await shows('21 - 23 of 23');
  await previous.click();
  await shows('11 - 20 of 23');
});

test('each kind of party has its own list', async ({ page }) => {
  await page.goto('/consumer/lantern-bank');
  await expect(range(page, '1 - 10 of 10')).toBeVisible();
  await page.goto('/checker/true-mark');
  await expect(range(page, '1 - 2 of 2')).toBeVisible();
  await page.goto('/user/ben');
  await expect(range(page, '1 - 10 of 10')).toBeVisible();
});

test('all ten statuses have their label and colour', async ({ page }) => {
  await page.goto('/consumer/lantern-bank');
  await expect(rowsOf(page)).toHaveCount(10);
  const seen = await rowsOf(page)
    .locator('[data-status]')
    .evaluateAll((marks) =>
      marks.map((mark) => ({
        code: mark.getAttribute('data-status'),
        label: mark.textContent,
        colour: mark.querySelector('[data-colour]')?.getAttribute('data-colour'),
      })),
    );
  expect(seen.toSorted((one, other) => Number(one.code) - Number(other.code))).toEqual([
    { code: '0', label: 'Created', colour: 'tint' },
    { code: '1', label: 'In Process', colour: 'warning' },
    { code: '2', label: 'Scheduled', colour: 'warning' },
    { code: '3', label: 'Created', colour: 'warning' },
    { code: '4', label: 'Created', colour: 'danger' },
    { code: '5', label: 'Created', colour: 'danger' },
    { code: '6', label: 'Closed (Submitted)', colour: 'success' },
    { code: '7', label: 'Declined (User)', colour: 'danger' },
    { code: '8', label: 'Revoked (User)', colour: 'danger' },
    { code: '9', label: 'Partial (User)', colour: 'next' },
  ]);
});

test('assets are a table of credentials alone', async ({ page }) => {
  // The list ends with the day that holds the fixtures, because other tests record later assets.
  await page.goto('/assets?page=2&to=2024-01-01');
  await expect(range(page, /^Assets: 11 - 20 of [\d,]+$/)).toBeVisible();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Status',
    'Transaction',
    'Method',
    'Date',
    'View',
  ]);
  await expect(table.getByRole('row')).toHaveCount(11);
  await expect(table.getByRole('row').nth(1)).toContainText(/TALLY-ASSET-\d+/);
  await expect(table.getByRole('row').nth(1)).toContainText('asset.transfer');
  await expect(table.getByRole('row').nth(1)).toContainText(/2024-01-01T00:\d\d:00\.000Z/);
  await expect(table.getByText('data.transfer')).toHaveCount(0);
  await table.getByRole('link', { name: 'View' }).first().click();
  await expect(page).toHaveURL(/\/tx\/asset-\d+$/);
});

test('the details of a closed data transfer show its variables', async ({ page }) => {
  await page.goto('/ux/tally-data-6');
  const main = page.getByRole('main');
  await expect(main.getByText('Closed (Submitted)')).toBeVisible();
  await expect(main.getByText('2024-01-01 00:36:00 UTC')).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Consumer' })).toBeVisible();
  await expect(main.getByRole('link', { name: /^Lantern Bank/ })).toHaveAttribute(
    'href',
    '/consumer/lantern-bank',
  );
  await expect(main.getByRole('table', { name: 'Data' }).getByRole('row')).toHaveText([
    /Name.*Memo/,
    /1.*Age.*In years.*34/,
    /2.*Town.*Where the person lives.*Haarlem/,
  ]);
});

test('the data of an open transfer is not available', async ({ page }) => {
  await page.goto('/tx/tally-data-2');
  await expect(page.getByText('Not Available', { exact: true })).toBeVisible();
});

test('a transfer without a transaction id is shown as ****** and can be opened', async ({
  page,
}) => {
  await openPage(page, '/creator/south-clinic');
  await expect(rowsOf(page)).toHaveText([/\*{6}/]);
  await rowsOf(page).click();
  await expect(page).toHaveURL('/tx/nameless');
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction' })).toBeVisible();
  await expect(page.getByRole('main').getByText('South Clinic')).toBeVisible();
});

test('a page past the end says so and offers the last one', async ({ page }) => {
  await page.goto('/creator/north-college?page=9');
  await page.getByRole('link', { name: 'last page' }).click();
  await expect(range(page, '21 - 23 of 23')).toBeVisible();
});

test('the search in the address narrows a list', async ({ page }) => {
  await page.goto('/user/ben?q=tally-data-6');
  await expect(rowsOf(page)).toHaveText([/tally-data-6/]);
  await expect(range(page, '1 - 1 of 1')).toBeVisible();
});
