import { expect, type Page } from '@playwright/test';
import { transfer } from './house/fixture-ledger.ts';
import { hears, openPage } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { sharedHouse, test } from './house/test.ts';

const asset = {
  feat: { form: 'asset', sort: 'transfer' },
  cred: 'activity-college',
  debt: 'activity-dora',
};
const day = 24 * 60;

test.beforeAll(async () => {
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'activity-college', name: 'Activity College' },
    { record: 'party', kind: 'user', id: 'activity-dora', name: 'Dora Dunn' },
    transfer('activity-1', 0, { ...asset, stat: 6 }),
    transfer('activity-2', 2 * day, { ...asset, stat: 1 }),
    transfer('activity-3', 2 * day, { ...asset, stat: 1 }),
    transfer('activity-4', 60 * day, asset),
  ]);
});

const chart = (page: Page) => page.getByRole('region', { name: 'Activity', exact: true });
const slider = (page: Page) => chart(page).getByRole('slider', { name: /^Select a bar/ });

/** Chooses a range, which the address then names. */
async function choose(page: Page, range: string): Promise<void> {
  await hears(page);
  await chart(page).getByRole('radio', { name: range }).check();
  await expect(page).toHaveURL(/[?&]range=/);
}

test('a party’s transfers are drawn over most of what there is, or a chosen range', async ({
  page,
}) => {
  await page.goto('/user/activity-dora');
  const whole = (text: string) => expect(chart(page).getByText(text)).toBeVisible();
  await whole('4 · 3 Dec 2023 – 1 Mar 2024');
  await expect(chart(page).getByRole('radio', { name: '90 days' })).toBeChecked();
  await choose(page, '30 days');
  await whole('1 · 1 Feb – 1 Mar 2024');
  await expect(chart(page).getByRole('listitem')).toHaveText(['Credential 1']);
  await page.reload();
  await whole('1 · 1 Feb – 1 Mar 2024');
  await page.getByRole('link', { name: 'In Process' }).first().click();
  await expect(page).toHaveURL('/user/activity-dora?status=1&range=30');
  await whole('1 · 1 Feb – 1 Mar 2024');
});

test('the arrow keys go through the bars, and Enter leads to a day in the party’s own list', async ({
  page,
}) => {
  await page.goto('/creator/activity-college');
  await choose(page, 'All');
  await expect(chart(page).getByText(/^4 · /)).toBeVisible();
  await slider(page).focus();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '1 Mar 2024: 1 (Credential 1)');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(chart(page).getByText('3 Jan 2024: 2')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/creator/activity-college?from=2024-01-03&to=2024-01-03&range=all');
});

test('the table has what the chart has, and the statuses', async ({ page }) => {
  await page.goto('/user/activity-dora');
  await choose(page, 'All');
  await chart(page).getByRole('button', { name: 'Table' }).click();
  const rows = chart(page).getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(62);
  await expect(rows.first()).toHaveText(/^Period.*All.*Credential.*1 In Process.*6 Closed/);
  await expect(rows.nth(1)).toHaveText(/^1 Mar 2024.*1.*1/);
  await expect(rows.nth(59)).toHaveText(/^3 Jan 2024.*2.*2/);
});

test('what is recorded meanwhile is counted', async ({ page }) => {
  await page.goto('/user/activity-dora');
  await choose(page, 'All');
  await chart(page).getByRole('button', { name: 'Table' }).click();
  const head = chart(page).getByRole('table').getByRole('columnheader');
  await expect(head.filter({ hasText: '6 Closed (Submitted)' })).toBeVisible();
  await recordLines(sharedHouse(), [transfer('activity-1', 0, { ...asset, stat: 7 })]);
  await expect(head.filter({ hasText: '7 Declined (User)' })).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap shows a day and leaves it there, with the way to its list', async ({ page }) => {
    await openPage(page, '/user/activity-dora');
    await expect(chart(page).getByText(/^4 · /)).toBeVisible();
    await chart(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x = 0, y = 0, width = 0 } = (await slider(page).boundingBox()) ?? {};
    // 90 bars; the last is of the first of March.
    await page.touchscreen.tap(x + width - 1, y + 24);
    await expect(chart(page).getByText('1 Mar 2024: 1')).toBeVisible();
    await page.getByRole('heading', { name: 'Transactions' }).tap();
    await expect(chart(page).getByText('1 Mar 2024: 1')).toBeVisible();
    await chart(page).getByRole('link', { name: 'List them' }).tap();
    await expect(page).toHaveURL('/user/activity-dora?from=2024-03-01&to=2024-03-01');
  });
});
