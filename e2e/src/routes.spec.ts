import { expect } from '@playwright/test';
import { test } from './house/test.ts';

const newest = 'Credential from North College to Ada Ash, Closed (Submitted), 2024-01-01';

/** Each route of the site: its title's first part, and its main heading. */
const routes = [
  ['/', 'Home', 'Latest Transactions'],
  ['/assets', 'Assets', 'Credentials & Data Assets'],
  ['/transfers', 'Transfers', 'Transactions'],
  ['/tx/tally-asset-23', newest, 'Transaction'],
  ['/ux/tally-asset-23', newest, 'Transaction'],
  ['/ax/asset-23', newest, 'Transaction'],
  ['/user/ada', 'Ada Ash', 'Ada Ash'],
  ['/creator/north-college', 'North College', 'North College'],
  ['/consumer/lantern-bank', 'Lantern Bank', 'Lantern Bank'],
  ['/checker/true-mark', 'True Mark', 'True Mark'],
  ['/api', 'API', 'API'],
  ['/contact', 'Contact Us', 'Contact Us'],
  ['/auth', 'Account Access', 'Account Access'],
  ['/auth/mail', 'Account Access', 'Account Access'],
  ['/no/such/page', 'Not Found', 'Not Found'],
] as const;

for (const [path, page, heading] of routes) {
  test(`${path} has its title and heading`, async ({ page: tab, expectComplaint }) => {
    if (page === 'Not Found') expectComplaint(/status of 404/);
    await tab.goto(path);
    await expect(tab.getByRole('heading', { name: heading, exact: true }).last()).toBeVisible();
    await expect(tab).toHaveTitle(
      `${page} • Tallystick • Privacy First Data Ownership and Monetization Platform`,
    );
  });
}

for (const path of ['/api', '/contact']) {
  test(`${path} is a placeholder`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
  });
}

test('/api leads developers to the calls there are', async ({ page }) => {
  await page.goto('/api');
  const href = await page.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href');
  expect((await page.request.get(href ?? '')).status()).toBe(200);
});

/** The browser itself writes a line for each answer of 404. */
const notFound = /status of 404/;

for (const path of ['/user/nobody', '/creator/nobody', '/consumer/nobody', '/checker/nobody']) {
  test(`${path} says Not Found`, async ({ page, expectComplaint }) => {
    expectComplaint(notFound);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  });
}

test('an unknown transaction says Not Found', async ({ page, expectComplaint }) => {
  expectComplaint(notFound);
  await page.goto('/tx/nothing');
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});

test('the user icon leads to /auth/mail and the menu marks where one is', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link')).toHaveText([
    'Home',
    'Assets',
    'Transfers',
    'API',
    'Contact Us',
  ]);
  await expect(menu.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('link', { name: 'Assets' }).click();
  await expect(page).toHaveURL('/assets');
  await expect(menu.getByRole('link', { name: 'Assets' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL('/auth/mail');
});

test('every page is under a strict content security policy', async ({ page }) => {
  const response = await page.goto('/');
  const policy = (await response?.headerValue('content-security-policy')) ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self'( 'sha384-[^' ]+'){1,3}(;|$)/);
  expect(policy).toMatch(/style-src 'self'( 'sha384-[^' ]+')*(;|$)/);
  expect(policy).not.toContain('unsafe');
});
