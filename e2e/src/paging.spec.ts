import { expect, type Page } from '@playwright/test';
import { drawnByBrowser } from './house/drawn-by-browser.ts';
import { hears, openPage } from './house/open-page.ts';
import { rowsOf } from './house/rows.ts';
import { test } from './house/test.ts';

const range = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search in this list' });
const turn = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
/** What the list tells those who do not see it. */
const status = (page: Page) => page.getByRole('main').getByRole('status').last();
const pageField = (page: Page) => page.getByRole('textbox', { name: 'Page' });

test('the first load shows blank rows of the same table', async ({ page }) => {
  await drawnByBrowser(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/transfers/list/data', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/transfers');
  const table = page.getByRole('table', { name: 'Transactions' });
  await expect(table.getByRole('row')).toHaveCount(11);
  await expect(table.getByRole('columnheader')).toHaveText([
    'Kind',
    'Transaction',
    'Status',
    'Date',
  ]);
  await expect(rowsOf(page)).toHaveCount(0);
  await expect(status(page)).toHaveText('Please wait...');
  answer();
  await expect(rowsOf(page)).toHaveCount(10);
});

test('a party page says Please wait... until its party and list are there', async ({ page }) => {
  await drawnByBrowser(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/teams/details', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/creator/north-college');
  await expect(page.getByRole('main').getByText('Please wait...')).toBeVisible();
  answer();
  await expect(rowsOf(page)).toHaveCount(10);
});

test('first, previous, next, last and the number lead through the pages, and keep the focus', async ({
  page,
}) => {
  await openPage(page, '/creator/north-college');
  await range(page, '1 - 10 of 23');
  for (const name of ['First', 'Previous']) {
    await expect(turn(page, name)).toHaveAttribute('aria-disabled', 'true');
  }
  await turn(page, 'Last').focus();
  await page.keyboard.press('Enter');
  await range(page, '21 - 23 of 23');
  await expect(turn(page, 'Last')).toBeFocused();
  for (const name of ['Next', 'Last']) {
    await expect(turn(page, name)).toHaveAttribute('aria-disabled', 'true');
  }
  await page.keyboard.press('Enter');
  await range(page, '21 - 23 of 23');
  await turn(page, 'First').click();
  await range(page, '1 - 10 of 23');
  await expect(page).toHaveURL('/creator/north-college');

  await pageField(page).fill('2');
  await page.keyboard.press('Enter');
  await range(page, '11 - 20 of 23');
  await expect(page).toHaveURL('/creator/north-college?page=2');
  await expect(pageField(page)).toBeFocused();
  await expect(page.getByText('of 3', { exact: true })).toBeVisible();
  await pageField(page).fill('99');
  await page.keyboard.press('Enter');
  await range(page, '21 - 23 of 23');
  await pageField(page).fill('x');
  await page.keyboard.press('Enter');
  await expect(pageField(page)).toHaveValue('3');
  await range(page, '21 - 23 of 23');
});

test('where the page turned to is told', async ({ page }) => {
  await openPage(page, '/creator/north-college');
  await range(page, '1 - 10 of 23');
  await turn(page, 'Next').click();
  await expect(status(page)).toHaveText('Page 2 of 3');
});

test('turning keeps the old rows, dimmed, until the new ones are there', async ({ page }) => {
  await openPage(page, '/creator/north-college');
  await expect(rowsOf(page)).toHaveCount(10);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/transfers/list/creator', async (route) => {
    await asked;
    await route.continue();
  });
  await turn(page, 'Next').click();
  await expect(page).toHaveURL('/creator/north-college?page=2');
  await expect(rowsOf(page).first()).toContainText('tally-asset-23');
  await expect(page.locator('[data-stale]')).toHaveCSS('opacity', '0.5');
  await expect(page.getByRole('group', { name: 'Rows' })).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(rowsOf(page).first()).toContainText('tally-asset-13');
  await expect(page.locator('[data-stale]')).toHaveCount(0);
});

test('the URL is the only state: reload, a sent link, back and forward show the same', async ({
  page,
  context,
}) => {
  await openPage(page, '/user/ada');
  await range(page, '1 - 10 of 23');
  await box(page).fill('ally-asset-1');
  await range(page, '1 - 10 of 11');
  await turn(page, 'Next').click();
  await range(page, '11 - 11 of 11');
  await expect(page).toHaveURL('/user/ada?page=2&q=ally-asset-1');
  await page.reload();
  // The page came rendered, so it is seen before its code listens for a step back.
  await hears(page);
  await range(page, '11 - 11 of 11');
  await expect(box(page)).toHaveValue('ally-asset-1');
  const sent = await context.newPage();
  await sent.goto(page.url());
  await range(sent, '11 - 11 of 11');
  await expect(box(sent)).toHaveValue('ally-asset-1');
  await page.goBack();
  await range(page, '1 - 10 of 11');
  await page.goBack();
  await range(page, '1 - 10 of 23');
  await expect(box(page)).toHaveValue('');
  await page.goForward();
  await range(page, '1 - 10 of 11');
  await expect(box(page)).toHaveValue('ally-asset-1');
});

test('a step back from a rendered page that does not hear yet shows what it leads to', async ({
  page,
}) => {
  await openPage(page, '/creator/north-college');
  await turn(page, 'Next').click();
  await range(page, '11 - 20 of 23');
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/artifacts/shell/*/main.*.js', (route) => held.then(() => route.continue()));
  await expect(async () => {
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('#root[data-rendered]')).toBeAttached({ timeout: 1_000 });
    await range(page, '11 - 20 of 23');
  }).toPass();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/creator/north-college');
  go();
  await range(page, '1 - 10 of 23');
  await expect(rowsOf(page).first()).toContainText('tally-asset-23');
});

test('the search: typing is one step back, Escape empties and leaves', async ({ page }) => {
  await openPage(page, '/user/ada');
  await range(page, '1 - 10 of 23');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/transfers/list/user')) asked.push(request.postData() ?? '');
  });
  await box(page).focus();
  const word = 'ally-asset-2';
  await page.keyboard.type(word, { delay: 20 });
  await range(page, '1 - 5 of 5');
  // Not for each key; on a busy machine some keys are far apart.
  expect(asked.length).toBeLessThan(word.length);
  await expect(status(page)).toHaveText('5 transactions match “ally-asset-2”.');
  await page.keyboard.type('3');
  await range(page, '1 - 1 of 1');
  await expect(page).toHaveURL('/user/ada?q=ally-asset-23');
  await page.keyboard.type('/');
  await expect(box(page)).toHaveValue('ally-asset-23/');
  await expect(page.getByText('Nothing matches “ally-asset-23/”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await range(page, '1 - 10 of 23');
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box(page)).not.toBeFocused();
});

test('all that is typed at once is one step in the history', async ({ page }) => {
  await openPage(page, '/user/ada?page=2');
  await range(page, '11 - 20 of 23');
  await box(page).fill('ally-asset-2');
  await range(page, '1 - 5 of 5');
  await box(page).press('End');
  await page.keyboard.type('3');
  await range(page, '1 - 1 of 1');
  await page.goBack();
  await expect(page).toHaveURL('/user/ada?page=2');
  await range(page, '11 - 20 of 23');
  await expect(box(page)).toHaveValue('');
});

test('an answer that comes late is dropped', async ({ page }) => {
  await openPage(page, '/user/ada');
  await range(page, '1 - 10 of 23');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/transfers/list/user', async (route) => {
    if (route.request().postData()?.includes('"ally-asset-2"')) await asked;
    // The call may have been given up meanwhile.
    await route.continue().catch(() => {});
  });
  await box(page).fill('ally-asset-2');
  await expect(page).toHaveURL('/user/ada?q=ally-asset-2');
  await box(page).fill('tally-asset-23');
  await range(page, '1 - 1 of 1');
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await range(page, '1 - 1 of 1');
  await expect(rowsOf(page)).toHaveText([/tally-asset-23/]);
});

test('a page that cannot be loaded says so over the old rows, and is there at the next try', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 503/);
  await openPage(page, '/transfers');
  await expect(rowsOf(page)).toHaveCount(10);
  await page.route('**/transfers/list/data', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'access-control-allow-origin': '*' },
      json: { code: 503, error: 'The ledger rests.' },
    }),
  );
  await turn(page, 'Next').click();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('The list could not be loaded');
  await expect(notice).toContainText('The ledger rests.');
  await expect(rowsOf(page)).toHaveCount(10);
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByText(/^11 - 20 of [\d,]+$/)).toBeVisible();
  await expect(notice).toHaveCount(0);
  // The focus stays at the list instead of going back to the top of the page.
  await expect(page.getByRole('group', { name: 'Rows' })).toBeFocused();
});

test('without a network the list says so in its own words, and comes by itself', async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await openPage(page, '/transfers');
  await expect(rowsOf(page)).toHaveCount(10);
  await context.setOffline(true);
  await turn(page, 'Next').click();
  await expect(page.getByRole('alert')).toContainText('You are offline');
  await expect(rowsOf(page)).toHaveCount(10);
  await context.setOffline(false);
  await expect(page.getByText(/^11 - 20 of [\d,]+$/)).toBeVisible();
});

test('an empty list, a search without a match and a page past the end each have their words', async ({
  page,
}) => {
  await openPage(page, '/creator/north-college?q=nobody');
  await expect(page.getByText('Nothing matches “nobody”.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all transactions' }).click();
  await range(page, '1 - 10 of 23');
  await openPage(page, '/creator/north-college?page=9');
  await expect(page.getByText('This page is past the end of the list.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the last page' }).press('Enter');
  await range(page, '21 - 23 of 23');
  await expect(page.getByRole('group', { name: 'Rows' })).toBeFocused();
});

test('a click anywhere in a row opens its transaction', async ({ page }) => {
  for (const [list, cell] of [
    ['/creator/north-college', 3],
    ['/assets', 2],
  ] as const) {
    await openPage(page, list);
    // A page that was not rendered in time hears before its rows are there.
    await rowsOf(page).first().locator('td, th').nth(cell).click();
    await expect(page).toHaveURL(/\/tx\//);
  }
});
