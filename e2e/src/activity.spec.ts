import { expect, type Page } from '@playwright/test';
import { importLines, transfer } from './house/fixture-ledger.ts';
import { sharedHouse, test } from './house/test.ts';

const asset = {
  feat: { form: 'asset', sort: 'transfer' },
  cred: 'activity-college',
  debt: 'activity-dora',
};
const day = 24 * 60;

test.beforeAll(async () => {
  await importLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'activity-college', name: 'Activity College' },
    { record: 'party', kind: 'user', id: 'activity-dora', name: 'Dora Deeds' },
    transfer('activity-1', 0, { ...asset, stat: 6 }),
    transfer('activity-2', 2 * day, { ...asset, stat: 1 }),
    transfer('activity-3', 2 * day, { ...asset, stat: 1 }),
    transfer('activity-4', 60 * day, asset),
  ]);
});

const chart = (page: Page) => page.getByRole('region', { name: 'Activity', exact: true });

test('a party’s transfers are drawn over a chosen range, which ends with the newest', async ({
  page,
}) => {
  await page.goto('/user/activity-dora');
  const whole = (text: string) => expect(chart(page).getByText(text)).toBeVisible();
  await whole('1 transaction, 1 Feb – 1 Mar 2024, the day of the newest');
  await chart(page).getByRole('radio', { name: '90 days' }).check();
  await whole('4 transactions, 3 Dec 2023 – 1 Mar 2024, the day of the newest');
  await chart(page).getByRole('radio', { name: 'Status' }).check();
  await expect(chart(page).getByRole('listitem')).toHaveText([
    '0 Created 0',
    '1 In Process 2',
    '2 Scheduled 0',
    '3 Created 0',
    '4 Created 0',
    '5 Created 0',
    '6 Closed (Submitted) 2',
    '7 Declined (User) 0',
    '8 Revoked (User) 0',
    '9 Partial (User) 0',
  ]);
  await page.reload();
  await whole('4 transactions, 3 Dec 2023 – 1 Mar 2024, the day of the newest');
});

test('the arrow keys go through the bars', async ({ page }) => {
  await page.goto('/creator/activity-college');
  const slider = chart(page).getByRole('slider', { name: 'Look at one bar' });
  await chart(page).getByRole('radio', { name: 'All' }).check();
  await expect(chart(page).getByText(/^4 transactions/)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(slider).toBeFocused();
  await expect(slider).toHaveAttribute('aria-valuetext', '1 Mar 2024: 1 (6 Closed (Submitted) 1)');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(chart(page).getByText('3 Jan 2024: 2 (1 In Process 2)')).toBeVisible();
});

test('the table has what the chart has', async ({ page }) => {
  await page.goto('/user/activity-dora');
  await chart(page).getByRole('radio', { name: 'All' }).check();
  await chart(page).getByText('Show as a table').click();
  const table = chart(page).getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(62);
  await expect(table.getByRole('row').nth(1)).toHaveText(/1 Mar 2024.*1.*0.*1/);
  await expect(table.getByRole('row').nth(59)).toHaveText(/3 Jan 2024.*2.*0.*2/);
});

test('what is recorded meanwhile is counted', async ({ page }) => {
  await page.goto('/user/activity-dora');
  await chart(page).getByRole('radio', { name: 'All' }).check();
  await expect(chart(page).getByText(/^4 transactions/)).toBeVisible();
  await importLines(sharedHouse(), [transfer('activity-1', 0, { ...asset, stat: 7 })]);
  await chart(page).getByRole('radio', { name: 'Status' }).check();
  await expect(chart(page).getByText('7 Declined (User) 1')).toBeVisible();
});

test('home has the activity of everything, in one call, and nothing moves', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/transfers/activity')) calls.push(request.method());
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await expect(
    chart(page).getByText(/^\d+ transactions?, .*, the day of the newest$/),
  ).toBeVisible();
  expect(calls.filter((method) => method === 'POST')).toHaveLength(1);
  expect(await page.evaluate(() => ('shifts' in window ? window.shifts : null))).toEqual([]);
});
