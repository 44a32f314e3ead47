import { expect, type Page } from '@playwright/test';
import { findings } from './house/findings.ts';
import { transfer } from './house/fixture-ledger.ts';
import { hears, openPage } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { rowsOf } from './house/rows.ts';
import { shiftsOf, watchShifts } from './house/shifts.ts';
import { sharedHouse, test } from './house/test.ts';

const range = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const openFilters = async (page: Page) => {
  await hears(page);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('region', { name: 'Filter by' })).toBeVisible();
};

test('a list is narrowed by choices that say how many they leave, and freed of them one by one', async ({
  page,
}) => {
  await page.goto('/consumer/lantern-bank');
  await range(page, '1 - 10 of 10');
  await openFilters(page);
  for (const name of ['Created (0) 1', 'Created (4) 1', 'Closed (Submitted) 1']) {
    await page.getByRole('checkbox', { name }).check();
  }
  await range(page, '1 - 3 of 3');
  await expect(page).toHaveURL('/consumer/lantern-bank?status=0,4,6');
  await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible();
  await page.getByLabel('From (UTC)').fill('2024-01-02');
  await expect(page.getByText('Nothing matches the filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Remove filter: From 2024-01-02' }).click();
  await range(page, '1 - 3 of 3');
  await page.reload();
  await range(page, '1 - 3 of 3');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await range(page, '1 - 10 of 10');
  await page.goBack();
  await range(page, '1 - 3 of 3');
});

test('kind, party and search work together, and a party is shown by its name', async ({ page }) => {
  await page.goto('/transfers?credit=north-college&q=ally-asset-2');
  await range(page, '1 - 5 of 5');
  await expect(
    page.getByRole('link', { name: 'Remove filter: Creator: North College' }),
  ).toBeVisible();
  await openFilters(page);
  await page.getByRole('radio', { name: 'Data' }).check();
  await expect(page.getByText('Nothing matches “ally-asset-2” and the filters.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Show all transactions' }).click();
  await expect(page).toHaveURL('/transfers');
});

test('a day that is half written stays as it is when the counts come', async ({ page }) => {
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/transfers\/summary$/, async (route) => {
    await seen;
    await route.continue();
  });
  await page.goto('/consumer/lantern-bank');
  await openFilters(page);
  const from = page.getByLabel('From (UTC)');
  await from.focus();
  // The same in each order of day and month.
  await page.keyboard.type('0101');
  goOn();
  await expect(page.getByRole('checkbox', { name: 'Created (0) 1' })).toBeVisible();
  await page.keyboard.type('2024');
  await expect(page).toHaveURL('/consumer/lantern-bank?from=2024-01-01');
  // A calendar offers the days there are as soon as nobody writes.
  await page.getByLabel('To (UTC)').focus();
  await expect(from).toHaveAttribute('min', /^20\d\d-/);
});

test('a live list under filters takes in what passes, and lets go what does not', async ({
  page,
}) => {
  const line = (n: number, stat: number) =>
    transfer(`filtered-${n}`, -300_000 + n, {
      feat: { form: 'asset', sort: 'transfer' },
      stat,
      cred: 'filtered-college',
      debt: 'filtered-fay',
    });
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'filtered-college', name: 'Filtered College' },
    { record: 'party', kind: 'user', id: 'filtered-fay', name: 'Fay Filtered' },
    line(1, 6),
    line(2, 1),
  ]);
  await page.goto('/creator/filtered-college?status=6');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await range(page, '1 - 1 of 1');
  await recordLines(sharedHouse(), [line(3, 1), line(4, 6)]);
  await range(page, '1 - 2 of 2');
  await expect(rowsOf(page)).toHaveText([/filtered-4/, /filtered-1/]);
  await recordLines(sharedHouse(), [line(1, 7)]);
  await range(page, '1 - 1 of 1');
  await expect(rowsOf(page)).toHaveText([/filtered-4/]);
  // One that the page does not show: the list is asked for again.
  await recordLines(sharedHouse(), [line(2, 6)]);
  await range(page, '1 - 2 of 2');
});

test('axe finds nothing in the open filters, and they fit a small phone', async ({ page }) => {
  await page.goto('/transfers?status=0,4&from=2020-01-01');
  await openFilters(page);
  await expect(page.getByRole('checkbox', { name: /^In Process \d/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  // The frame's parts for a phone take a moment.
  const overflow = () =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth;
  await expect.poll(() => page.evaluate(overflow)).toBe(0);
  // An unseen radio takes clicks and widens the page as far as it reaches: no further than its words.
  const kind = page.getByRole('group', { name: 'Kind' });
  for (const option of await kind.locator('label').all()) {
    const [seen, taken] = [
      await option.boundingBox(),
      await option.getByRole('radio').boundingBox(),
    ];
    expect(taken).toEqual(seen);
  }
});

test('control characters are no search', async ({ page }) => {
  await page.goto('/creator/north-college?q=%00');
  await range(page, '1 - 10 of 23');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('ctrl, shift and middle click on a row open it beside, as a link', async ({
  page,
  context,
}) => {
  for (const list of ['/creator/north-college', '/assets?q=tally-asset-23']) {
    await openPage(page, list);
    const cell = page
      .getByRole('row')
      .filter({ hasText: /tally-asset-23/i })
      .locator('time');
    for (const click of [
      () => cell.click({ modifiers: ['Control'] }),
      () => cell.click({ modifiers: ['Shift'] }),
      () => cell.click({ button: 'middle' }),
    ]) {
      const opened = context.waitForEvent('page');
      await click();
      const beside = await opened;
      await expect(beside).toHaveURL('/tx/asset-23');
      await beside.close();
      await expect(page).toHaveURL(list);
    }
  }
});

test('an id is selected by dragging over it, whole also where it is shortened, and copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const trxn = 'b84020c6ad840e507b6418ebc130ff140ba9be6c';
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'selected-college', name: 'Selected College' },
    { record: 'party', kind: 'user', id: 'selected-sam', name: 'Sam Selected' },
    {
      ...transfer('selected-1', -310_000, {
        feat: { form: 'asset', sort: 'transfer' },
        cred: 'selected-college',
        debt: 'selected-sam',
      }),
      trxn,
    },
  ]);
  await page.setViewportSize({ width: 390, height: 800 });
  await openPage(page, '/creator/selected-college');
  const row = page.getByRole('row').filter({ hasText: 'Sam Selected' });
  const box = await row.locator('code').boundingBox();
  if (!box) throw new Error('no id');
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  // At its very end a drag may take what follows along.
  expect(await page.evaluate(() => document.getSelection()?.toString().split('\n')[0])).toBe(trxn);
  await expect(page).toHaveURL('/creator/selected-college');
  await row.getByRole('button', { name: 'Copy transaction id' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(trxn);
});

test('times are told in UTC, locally or relatively, as chosen before, and nothing shifts', async ({
  page,
}) => {
  await watchShifts(page);
  await openPage(page, '/transfers?q=tally-asset-23');
  const time = rowsOf(page).locator('time');
  await expect(time).toHaveText('2024-01-01 00:23:00 UTC');
  const choice = page.getByRole('combobox', { name: 'Show times' });
  await choice.selectOption('Relative');
  await expect(time).toHaveText(/^\d+ (year|month)s? ago$/);
  await choice.selectOption('Local');
  await expect(time).toHaveText(/2024/);
  expect(await shiftsOf(page)).toEqual([]);
  await page.goto('/user/ada?q=tally-asset-23');
  await expect(time).not.toHaveText(/UTC|ago/);
  await choice.selectOption('UTC');
  await expect(time).toHaveText('2024-01-01 00:23:00 UTC');
});

test('times of assets are told in UTC, whatever was chosen elsewhere', async ({ page }) => {
  await openPage(page, '/transfers?q=tally-asset-23');
  await page.getByRole('combobox', { name: 'Show times' }).selectOption('Relative');
  await openPage(page, '/assets?q=tally-asset-23');
  await expect(rowsOf(page).locator('time')).toHaveText('2024-01-01T00:23:00.000Z');
});
