import { expect, test } from '@playwright/test';

test('has its page and its menu entry in the site', async ({ page }) => {
  await page.goto('/placeholder');
  await expect(page.getByText('mfe-name is your working copy.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Placeholder' })).toBeVisible();
  await expect(page.getByText(/^[\d,]+ transfers are on record\.$/)).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Placeholder' })).toBeAttached();
});
