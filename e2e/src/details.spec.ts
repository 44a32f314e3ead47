import { expect, type Page } from '@playwright/test';
import { transfer } from './house/fixture-ledger.ts';
import { holdTimers } from './house/held-timers.ts';
import { openPage } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { shiftsOf, watchShifts } from './house/shifts.ts';
import { sharedHouse, test } from './house/test.ts';

const asset = {
  feat: { form: 'asset', sort: 'transfer' },
  cred: 'details-college',
  debt: 'details-dora',
};
const later = 200_000;
/** Milliseconds for which a page says that something was copied. */
const saidFor = 2_500;

test.beforeAll(async () => {
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'details-college', name: 'Details College' },
    { record: 'party', kind: 'checker', id: 'details-college', name: 'Details College' },
    { record: 'party', kind: 'user', id: 'details-dora', name: 'Dora Details' },
    transfer('details-1', later, { ...asset, stat: 1 }),
    transfer('details-2', later + 1, asset),
  ]);
});

const main = (page: Page) => page.getByRole('main');

test('ids are copied, and that is heard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await holdTimers(page, saidFor);
  await openPage(page, '/tx/tally-data-6');
  for (const [what, text] of [
    ['transaction id', 'tally-data-6'],
    ['record id', 'data-6'],
    ['id of the consumer', 'lantern-bank'],
    ['id of the user', 'ben'],
  ] as const) {
    await page.getByRole('button', { name: `Copy ${what}` }).click();
    await expect(page.getByRole('status').filter({ hasText: `Copied: ${what}` })).toHaveCount(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
});

test('the raw record opens, holds what may be read, and is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await holdTimers(page, saidFor);
  await openPage(page, '/ax/data-6');
  await page.getByText('Raw record').click();
  await page.getByRole('button', { name: 'Copy raw record' }).click();
  await expect(page.getByText('Copied: raw record')).toHaveCount(1);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toEqual({
    ...transfer('data-6', 36, {
      feat: { form: 'data', sort: 'transfer' },
      cred: 'lantern-bank',
      debt: 'ben',
    }),
    vars: [
      { name: 'Age', memo: 'In years', data: 34 },
      { name: 'Town', memo: 'Where the person lives', data: 'Haarlem' },
    ],
  });
  await openPage(page, '/ax/data-7');
  await page.getByText('Raw record').click();
  await expect(main(page).locator('pre')).toContainText('"stat": 7');
  await expect(main(page).locator('pre')).not.toContainText('Haarlem');
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test('the time is told in UTC, locally or relatively, as chosen before', async ({ page }) => {
    await openPage(page, '/tx/tally-data-6');
    const time = main(page).locator('time');
    await expect(time).toHaveText('2024-01-01 00:36:00 UTC');
    await page.getByRole('radio', { name: 'Local' }).check();
    await expect(time).toHaveText(/1 Jan 2024, 06:21:00 GMT\+5:45/);
    await page.reload();
    await expect(time).toHaveText(/06:21:00/);
    await page.getByRole('radio', { name: 'Relative' }).check();
    await expect(time).toHaveText(/^\d+ (year|month)s? ago$/);
    await expect(time).toHaveAttribute('datetime', '2024-01-01T00:36:00.000Z');
    await page.evaluate(() => localStorage.setItem('time', 'sundial'));
    await page.reload();
    await expect(time).toHaveText('2024-01-01 00:36:00 UTC');
  });
});

test('each status is explained in words', async ({ page }) => {
  await page.goto('/tx/tally-data-7');
  await expect(main(page).getByText('The user declined it.')).toBeVisible();
  await page.goto('/tx/tally-data-6');
  await expect(main(page).getByText(/its data was submitted and can be read/)).toBeVisible();
});

test('a way leads through each party’s transfers, one by one', async ({ page }) => {
  await page.goto('/tx/tally-asset-2');
  const ofCollege = page.getByRole('navigation', { name: 'Transactions of North College' });
  await ofCollege.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL('/tx/asset-1');
  await expect(ofCollege.getByText('Oldest')).toBeVisible();
  await ofCollege.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/tx/asset-2');
  const ofAda = page.getByRole('navigation', { name: 'Transactions of Ada Ash' });
  const onward = ofAda.getByRole('link', { name: 'Next' });
  // The address is there before the page is: until then this leads on from the one that is left.
  await expect(onward).toHaveAttribute('href', '/tx/asset-3');
  await onward.click();
  await expect(page).toHaveURL('/tx/asset-3');
});

test('an open page follows its transfer and what comes beside it', async ({ page }) => {
  await page.goto('/tx/details-2');
  const ofDora = page.getByRole('navigation', { name: 'Transactions of Dora Details' });
  await expect(ofDora.getByText('Newest')).toBeVisible();
  await recordLines(sharedHouse(), [transfer('details-3', later + 2, asset)]);
  await expect(ofDora.getByRole('link', { name: 'Next' })).toHaveAttribute('href', '/tx/details-3');
  await page.goto('/tx/details-1');
  await expect(main(page).getByText('It is being worked on.')).toBeVisible();
  await expect(main(page).getByText('Not Available')).toBeVisible();
  const vars = [{ name: 'Grade', memo: '', data: 'A' }];
  await recordLines(sharedHouse(), [transfer('details-1', later, { ...asset, stat: 6, vars })]);
  await expect(
    page.getByRole('status').filter({ hasText: 'Updated: Closed (Submitted)' }),
  ).toBeVisible();
  await expect(main(page).getByRole('row', { name: /Grade/ })).toBeVisible();
});

test('a change of what is read on a phone is told, and moves nothing', async ({ page }) => {
  const item = 'details-phone';
  // Somebody of this test's own, and long ago: the lists of others are counted elsewhere.
  const ago = -320_000;
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'user', id: 'details-pia', name: 'Pia Details' },
    transfer(item, ago, { ...asset, debt: 'details-pia' }),
  ]);
  await page.setViewportSize({ width: 320, height: 844 });
  await watchShifts(page);
  await page.goto(`/tx/${item}`);
  // A browser that draws the page itself has now asked for the transfer, so it sees both changes.
  await expect(main(page).getByText('Closed (Submitted)')).toBeVisible();
  const told = page.getByRole('status').filter({ hasText: /^Updated/ });
  for (const [stat, words] of [
    [2, 'Updated: Scheduled'],
    [3, 'Updated 2 times: Created'],
  ] as const) {
    await recordLines(sharedHouse(), [
      transfer(item, ago, { ...asset, debt: 'details-pia', stat }),
    ]);
    await expect(told).toHaveText(words);
  }
  expect(await shiftsOf(page)).toEqual([]);
});

test('an open page that cannot be loaded again keeps what it shows, says so, and is put right', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 503/);
  const late = transfer('details-late', later + 9, { ...asset, stat: 1 });
  // Somebody of this test's own: the lists of others are counted elsewhere.
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'user', id: 'details-eve', name: 'Eve Details' },
    transfer('details-eves', later + 8, { ...asset, debt: 'details-eve' }),
    late,
  ]);
  await page.goto('/tx/details-late');
  await expect(main(page).getByText('It is being worked on.')).toBeVisible();
  const record = main(page).locator('dl');
  const before = await record.textContent();
  const refuse = (call: string) =>
    page.route(`**/transfers/${call}`, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'access-control-allow-origin': '*' },
        json: { code: 503, error: 'The ledger rests.' },
      }),
    );
  const said = page
    .getByRole('status')
    .filter({ hasText: 'What you see may be out of date. The ledger rests.' });
  const again = main(page).getByRole('button', { name: 'Try again' });

  await refuse('details');
  await recordLines(sharedHouse(), [{ ...late, stat: 2 }]);
  await expect(said).toBeVisible();
  expect(await record.textContent()).toBe(before);
  await expect(main(page).getByRole('heading', { name: 'User' })).toBeVisible();
  await expect(main(page).getByRole('alert')).toHaveCount(0);

  // Once more in vain, then an event, also in vain: it stays, and goes on listening.
  await again.click();
  await expect(again).toBeVisible();
  await expect(said).toBeVisible();
  await page.unrouteAll();
  const vars = [{ name: 'Grade', memo: '', data: 'A' }];
  await recordLines(sharedHouse(), [{ ...late, stat: 6, vars }]);
  await expect(main(page).getByRole('row', { name: /Grade/ })).toBeVisible();
  await expect(said).toHaveCount(0);

  // A part of it: the variables stay.
  await refuse('data/details');
  await recordLines(sharedHouse(), [{ ...late, stat: 6, debt: 'details-eve', vars }]);
  await expect(said).toBeVisible();
  await expect(main(page).getByText('Eve Details')).toBeVisible();
  await expect(main(page).getByRole('row', { name: /Grade/ })).toBeVisible();
  await page.unrouteAll();
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  await expect(main(page)).toBeFocused();

  // Another transaction is not taken for this one.
  await refuse('details');
  await page.getByRole('link', { name: /^Previous transaction of Eve/ }).click();
  await expect(main(page).getByRole('alert')).toContainText('The ledger rests.');
  await expect(main(page).getByText('Grade')).toHaveCount(0);
});

test('a party known under several kinds leads from one to the other', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, '/creator/details-college');
  await expect(main(page).getByText('issues credentials')).toBeVisible();
  await page.getByRole('button', { name: 'Copy party id' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('details-college');
  await main(page).getByRole('link', { name: 'Checker' }).click();
  await expect(page).toHaveURL('/checker/details-college');
  await expect(main(page).getByText('verifies data')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Creator' })).toBeVisible();
});
