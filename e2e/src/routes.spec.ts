import { expect } from '@playwright/test';
import { test } from './house/test.ts';

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
