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

for (const theme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`axe would find what is wrong in ${theme} at ${width} alone`, async ({ page }) => {
      await page.goto('/api');
      await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
      await page.evaluate(
        ({ where }) => {
          const image = document.createElement('img');
          image.className = 'planted';
          document.querySelector('main p')?.append(image);
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(
            `main p { inline-size: 9rem; } .planted { display: none; }
            @media ${where} {
              main p { background: #777; color: #888; }
              .planted { display: block; inline-size: 9px; block-size: 9px; }
            }`,
          );
          document.adoptedStyleSheets.push(sheet);
        },
        { where: `(prefers-color-scheme: ${theme}) and (width: ${width}px)` },
      );
      expect((await findings(page)).map((finding) => finding.split(': ', 2).join(': '))).toEqual([
        `${theme} ${width}: color-contrast`,
        `${theme} ${width}: image-alt`,
      ]);
    });
  }
}
