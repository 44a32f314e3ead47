import { expect, type Page } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { findings, looks } from './house/findings.ts';
import { test } from './house/test.ts';

const closed = 'Credential from North College to Ada Ash, Closed (Submitted), 2024-01-01';

/** The fourteen public routes: title, main heading, and a heading that is there when the page is. */
const routes = [
  ['/', 'Home', 'Latest Transactions', 'Latest Transactions'],
  ['/assets', 'Assets', 'Credentials & Data Assets', 'Credentials & Data Assets'],
  ['/transfers', 'Transfers', 'Transactions', 'Transactions'],
  [
    '/tx/tally-data-6',
    'Data from Lantern Bank to Ben Birch, Closed (Submitted), 2024-01-01',
    'Transaction',
    'Data',
  ],
  [
    '/ux/tally-data-2',
    'Data from Lantern Bank to Ben Birch, Scheduled, 2024-01-01',
    'Transaction',
    'Data',
  ],
  ['/ax/asset-23', closed, 'Transaction', 'Data'],
  ['/user/ada', 'Ada Ash', 'Ada Ash', 'Transactions'],
  ['/creator/north-college', 'North College', 'North College', 'Transactions'],
  ['/consumer/lantern-bank', 'Lantern Bank', 'Lantern Bank', 'Transactions'],
  ['/checker/true-mark', 'True Mark', 'True Mark', 'Transactions'],
  ['/api', 'API', 'API', 'API'],
  ['/contact', 'Contact Us', 'Contact Us', 'Contact Us'],
  ['/auth', 'Account Access', 'Account Access', 'Account Access'],
  ['/auth/mail', 'Account Access', 'Account Access', 'Account Access'],
] as const;
/** The same page as the route before, of other content; axe looks at it for a proof. */
const samePages = ['/consumer/lantern-bank', '/checker/true-mark', '/contact', '/auth/mail'];
const site = ' • Tallystick • Privacy First Data Ownership and Monetization Platform';

/** What stands before the site's own words in the page's title. */
async function titleOf(page: Page): Promise<string> {
  const title = await page.title();
  return title.endsWith(site) ? title.slice(0, -site.length) : `not of the site: ${title}`;
}

for (const [path, title, main, heading] of routes) {
  test(`${path} has its title and headings, and axe finds nothing in either theme`, async ({
    page,
  }) => {
    await page.goto(path);
    for (const name of [main, heading]) {
      await expect(page.getByRole('heading', { name, exact: true }).last()).toBeVisible();
    }
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect.poll(() => titleOf(page)).toBe(title);
    if (proving || !samePages.includes(path)) expect(await findings(page)).toEqual([]);
  });
}

test('what is not there says Not Found, and axe finds nothing', async ({
  page,
  expectComplaint,
}) => {
  // The browser itself writes a line for each answer of 404.
  expectComplaint(/status of 404/);
  for (const path of [
    '/no/such/page',
    '/user/nobody',
    '/creator/nobody',
    '/consumer/nobody',
    '/checker/nobody',
    '/tx/nothing',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not Found', level: 1 }), path).toBeVisible();
    await expect.poll(() => titleOf(page), path).toBe('Not Found');
    // Each kind of page once.
    if (!/creator|consumer|checker/.test(path)) expect(await findings(page), path).toEqual([]);
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

test('axe would find what is wrong in one look alone', async ({ page }) => {
  await page.goto('/api');
  await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
  await page.evaluate((all) => {
    for (const { colorScheme, width } of all) {
      const planted = document.createElement('div');
      const image = document.createElement('img');
      planted.id = `${colorScheme}-${width}`;
      planted.append(image, planted.id);
      document.querySelector('main')?.append(planted);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        `#${planted.id} { display: none; background: #777; color: #888; }
        #${planted.id} img { inline-size: 9px; block-size: 9px; }
        @media (prefers-color-scheme: ${colorScheme}) and (width: ${width}px) {
          #${planted.id} { display: block; }
        }`,
      );
      document.adoptedStyleSheets.push(sheet);
    }
  }, looks);
  const found = await findings(page);
  for (const { colorScheme, width } of looks) {
    const here = found.filter((finding) => finding.startsWith(`${colorScheme} ${width}: `));
    expect(here.map((finding) => finding.split(': ', 2)[1])).toEqual([
      'color-contrast',
      'image-alt',
    ]);
    expect(here[0]).toContain(`${colorScheme}-${width}`);
  }
  expect(found).toHaveLength(2 * looks.length);
});
