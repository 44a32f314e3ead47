import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './house/test.ts';

/** The fourteen public routes, each with a heading that is there when the page is. */
const routes = [
  ['/', 'Latest Transactions'],
  ['/assets', 'Credentials & Data Assets'],
  ['/transfers', 'Transactions'],
  ['/tx/tally-data-6', 'Data'],
  ['/ux/tally-data-2', 'Data'],
  ['/ax/asset-23', 'Data'],
  ['/user/ada', 'Transactions'],
  ['/creator/north-college', 'Transactions'],
  ['/consumer/lantern-bank', 'Transactions'],
  ['/checker/true-mark', 'Transactions'],
  ['/api', 'API'],
  ['/contact', 'Contact Us'],
  ['/auth', 'Account Access'],
  ['/auth/mail', 'Account Access'],
] as const;

const looks = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { colorScheme, width: 390, height: 800 },
  { colorScheme, width: 1280, height: 800 },
]);

/** What axe objects to on a page as it stands, in both themes, at phone and desktop width. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width, height } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    const { violations } = await new AxeBuilder({ page }).analyze();
    for (const { id, nodes } of violations) {
      found.push(`${colorScheme} ${width}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }
  }
  return found;
}

for (const [path, heading] of routes) {
  test(`axe finds nothing on ${path}, in either theme, on a phone or a desktop`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, exact: true }).last()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
  });
}

test('axe finds nothing on the pages that say Not Found', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  for (const path of ['/no/such/page', '/user/nobody', '/tx/nothing']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not Found', level: 1 })).toBeVisible();
    expect(await findings(page), path).toEqual([]);
  }
});

test('axe finds nothing where a part of the site did not load', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|did not load|cannot be loaded/);
  await page.goto('/api');
  await page.route('**/artifacts/mfe-ledger/**', (route) => route.abort());
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Assets' })
    .click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('axe finds nothing where the shell itself did not load', async ({ page, expectComplaint }) => {
  expectComplaint(/Failed to load resource/);
  await page.route('**/artifacts/shell/*/main.*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
