import { expect } from '@playwright/test';
import { findings } from './house/findings.ts';
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

test('axe would find what is wrong in one theme at one width alone', async ({ page }) => {
  await page.goto('/api');
  await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    for (const theme of ['light', 'dark']) {
      for (const width of [390, 1280]) {
        const planted = document.createElement('div');
        const image = document.createElement('img');
        planted.id = `${theme}-${width}`;
        planted.append(image, planted.id);
        document.querySelector('main')?.append(planted);
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          `#${planted.id} { display: none; background: #777; color: #888; }
          #${planted.id} img { inline-size: 9px; block-size: 9px; }
          @media (prefers-color-scheme: ${theme}) and (width: ${width}px) {
            #${planted.id} { display: block; }
          }`,
        );
        document.adoptedStyleSheets.push(sheet);
      }
    }
  });
  const found = await findings(page);
  for (const look of ['light 390', 'dark 390', 'light 1280', 'dark 1280']) {
    const here = found.filter((finding) => finding.startsWith(`${look}: `));
    expect(here.map((finding) => finding.split(': ', 2)[1])).toEqual([
      'color-contrast',
      'image-alt',
    ]);
    expect(here[0]).toContain(look.replace(' ', '-'));
  }
  expect(found).toHaveLength(8);
});
