import { expect, type Page } from '@playwright/test';
import { transfer } from './house/fixture-ledger.ts';
import { openPage } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { shiftsOf, watchShifts } from './house/shifts.ts';
import { sharedHouse, test } from './house/test.ts';

// What a reader comes for stands on the first screen of Home; what they watch, too.

const asset = {
  feat: { form: 'asset', sort: 'transfer' },
  cred: 'first-college',
  debt: 'first-ann',
};

test.beforeAll(async () => {
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'first-college', name: 'First College' },
    { record: 'party', kind: 'user', id: 'first-ann', name: 'Ann First' },
    transfer('first-1', 1, asset),
    transfer('first-2', 2, { ...asset, stat: 1 }),
  ]);
});

const totals = (page: Page) => page.getByRole('list', { name: 'Totals' });

/** The top of what is fixed to the bottom of the screen. */
const fold = (page: Page, width: number) =>
  (width < 768
    ? page.getByRole('navigation', { name: 'Main' }).last()
    : page.getByRole('contentinfo')
  )
    .boundingBox()
    .then((box) => box?.y ?? Number.NaN);

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`search, totals and the newest row are on the first screen of ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await watchShifts(page);
    await page.goto('/');
    const row = page.getByRole('table', { name: 'Latest Transactions' }).getByRole('row').nth(1);
    await expect(row).toBeVisible();
    await expect(totals(page).getByRole('listitem').first()).toHaveText(/^[\d,]+ Transactions$/);
    await expect(page.getByRole('slider', { name: /^Select a bar/ })).toBeAttached();
    const bottom = await fold(page, width);
    for (const part of [row, totals(page), page.getByRole('searchbox').last()]) {
      const box = await part.boundingBox();
      expect(box === null ? Number.NaN : box.y + box.height).toBeLessThanOrEqual(bottom);
    }
    const banner = await page.getByRole('region', { name: 'Banner' }).boundingBox();
    expect(banner?.height).toBeLessThan(80);
    const chart = await page.getByRole('region', { name: 'Activity', exact: true }).boundingBox();
    expect(chart?.height).toBeLessThanOrEqual(270);
    expect(await shiftsOf(page)).toEqual([]);
  });
}

test('the totals rise with what is recorded', async ({ page }) => {
  await page.goto('/');
  const count = async () =>
    Number((await totals(page).getByRole('listitem').first().textContent())?.replaceAll(/\D/g, ''));
  await expect.poll(count).toBeGreaterThan(0);
  const before = await count();
  await recordLines(sharedHouse(), [transfer('first-3', 3, asset)]);
  await expect.poll(count).toBeGreaterThan(before);
});

test('who is watched stands on Home, with what is new since one looked', async ({ page }) => {
  await page.goto('/');
  await expect(totals(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Watched' })).toHaveCount(0);

  await openPage(page, '/creator/first-college');
  const figures = page.getByRole('region', { name: 'By status' });
  await expect(figures.getByRole('link', { name: 'In Process' })).toHaveAttribute(
    'href',
    '/creator/first-college?status=1',
  );
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page.getByText('Saved in this browser only')).toBeVisible();

  await page.getByRole('banner').getByRole('link').first().click();
  const watched = page.getByRole('region', { name: 'Watched' });
  await expect(
    watched.getByRole('link', { name: 'Latest transaction of First College' }),
  ).toBeVisible();
  await expect(watched.getByText(/ new$/)).toHaveCount(0);
  await recordLines(sharedHouse(), [transfer('first-4', 4, asset)]);
  await expect(watched.getByText('1 new', { exact: true })).toBeVisible();
  await expect(watched.getByRole('status')).toHaveText('First College: 1 new transaction.');

  await watched.getByRole('link', { name: 'First College', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'First College', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Watch', pressed: true })).toBeVisible();
  // What is new has been seen once it is counted here.
  await expect(figures.getByRole('link', { name: 'In Process' })).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(watched.getByRole('link', { name: /^Latest/ })).toBeVisible();
  await expect(watched.getByText(/ new$/)).toHaveCount(0);
});

test('a page is shared by its address, as a QR code too, and printed without what is for screens', async ({
  page,
}) => {
  await openPage(page, '/user/first-ann?page=1&q=first');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  await expect(page.getByText(/^http:\/\/localhost:\d+\/user\/first-ann$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Ann First' })).toBeVisible();
  await expect(page.getByText('first-ann', { exact: true }).first()).toBeVisible();
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button'),
    page.getByRole('searchbox'),
    page.getByRole('link', { name: 'Atom feed' }),
  ]) {
    for (const each of await hidden.all()) await expect(each).toBeHidden();
  }
});
