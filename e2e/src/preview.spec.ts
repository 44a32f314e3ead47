import { expect, type Page } from '@playwright/test';
import { runRelease } from './house/house.ts';
import { askForTicket, postTicket } from './house/preview-ticket.ts';
import { sharedHouse, test } from './house/test.ts';
import { variantOf } from './house/variant.ts';

const banner = (page: Page) => page.getByText('Preview of revision 1: only you see this.');
const home = (page: Page) => page.getByRole('heading', { name: 'Latest Transactions' });

test('a preview is seen by who has a ticket, stays while one walks about, and ends where one says so', async ({
  page,
  browser,
}) => {
  const told: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/releases\/(events|reports)$/.test(pathname)) told.push(pathname);
  });
  const ticket = await askForTicket();
  await postTicket(page, ticket);
  await expect(page).toHaveURL('/?revision=1');
  await expect(banner(page)).toBeVisible();
  await expect(home(page)).toBeVisible();

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Assets' })
    .click();
  await expect(page).toHaveURL('/assets');
  await expect(banner(page)).toBeVisible();
  await page.reload();
  await expect(banner(page)).toBeVisible();
  expect(told).toEqual([]);

  const other = await browser.newContext({ baseURL: sharedHouse().siteUrl });
  const plain = await other.newPage();
  await plain.goto('/?revision=1');
  await expect(home(plain)).toBeVisible();
  await expect(banner(plain)).toHaveCount(0);
  // Nobody gets in by the same ticket again.
  await postTicket(plain, ticket);
  await expect(plain).toHaveURL('/');
  await expect(home(plain)).toBeVisible();
  await expect(banner(plain)).toHaveCount(0);
  await other.close();

  // A link of another site asks, and no more.
  await page.goto('/?revision=2');
  await expect(page.getByRole('heading', { name: 'Look at another preview?' })).toBeVisible();
  await page.goto('/assets');
  await expect(banner(page)).toBeVisible();
  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await page.getByRole('button', { name: 'Leave the preview' }).click();
  await expect(page).toHaveURL('/');
  await expect(home(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.goto('/?revision=1');
  await expect(home(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('a link shows a build that nobody else sees or can fetch, on the live site', async ({
  page,
  browser,
}) => {
  const { siteUrl, dataDir, environment } = sharedHouse();
  const change = (script: string) =>
    script.replaceAll('Latest Transactions', 'Coming Transactions');
  const { build, folder } = await variantOf(dataDir, 'mfe-ledger', 'a11ce0000081', change);
  const link = (await runRelease(environment, 'preview', folder)).trim();
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto(link);
  await page.getByRole('button', { name: 'Open the preview' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Coming Transactions' })).toBeVisible();
  await expect(page.locator('[data-part=mfe-ledger]').first()).toHaveAttribute('data-build', build);

  const stranger = await browser.newContext({ baseURL: siteUrl });
  const plain = await stranger.newPage();
  await plain.goto('/');
  await expect(home(plain)).toBeVisible();
  const own = files.filter((path) => path.includes(build));
  expect(own.length).toBeGreaterThan(1);
  for (const path of own) expect((await plain.request.get(path)).status()).toBe(404);
  await stranger.close();
});
