import { expect } from '@playwright/test';
import { test } from './house/test.ts';

const site = ' • Tallystick • Privacy First Data Ownership and Monetization Platform';
const asset = 'Credential from North College to Ada Ash, Closed (Submitted), 2024-01-01';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a link to a transaction says its kind, status, parties and date, whatever names it', async ({
    page,
    baseURL,
  }) => {
    for (const path of ['/tx/tally-asset-23', '/ux/TALLY-asset-23', '/ax/asset-23']) {
      // A machine that is busy with other things may take longer than a visitor is made to wait.
      await expect(async () => {
        const answer = await page.goto(path);
        expect(answer?.status(), path).toBe(200);
        await expect(page).toHaveTitle(asset + site, { timeout: 1_000 });
        await expect(page.getByText('North College', { exact: true }).first()).toBeVisible({
          timeout: 1_000,
        });
      }).toPass();
      const content = (selector: string, name: string) =>
        page.locator(`head ${selector}`).getAttribute(name);
      expect(await content('meta[property="og:title"]', 'content')).toBe(asset);
      expect(await content('meta[name=description]', 'content')).toContain(asset);
      expect(await content('link[rel=canonical]', 'href')).toBe(`${baseURL}/tx/asset-23`);
    }
  });

  test('a link to a party says its name, what it is and how many transactions it has', async ({
    page,
  }) => {
    await expect(async () => {
      await page.goto('/creator/north-college');
      await expect(page).toHaveTitle(`North College${site}`, { timeout: 1_000 });
      await expect(page.getByText('1 - 10 of 23')).toBeVisible({ timeout: 1_000 });
      // The number comes by a call of its own: without it the page says the rest.
      await expect(page.locator('head meta[name=description]')).toHaveAttribute(
        'content',
        'North College is a creator on the public ledger, with 23 transactions.',
        { timeout: 1_000 },
      );
    }).toPass();
  });
});

test('what is not there has the status 404, and pages of the site have not', async ({
  request,
}) => {
  const status = async (path: string) => (await request.get(path)).status();
  for (const path of [
    '/',
    '/assets',
    '/transfers?page=2',
    '/api',
    '/contact',
    '/auth',
    '/auth/mail',
  ]) {
    expect(await status(path), path).toBe(200);
  }
  for (const path of [
    '/tx/nothing',
    '/user/nobody',
    '/creator/ada',
    '/no/such/page',
    '/assets/7',
  ]) {
    // As long as the ledger has not said so in time, nobody is told that something is not there.
    await expect.poll(() => status(path), path).toBe(404);
  }
});

test('programs find the icon, the sitemap and a feed of each party', async ({ request, page }) => {
  expect((await request.get('/favicon.ico')).headers()['content-type']).toBe('image/x-icon');
  const read = async (path: string) => {
    let text = '';
    // A ledger that does not answer in time is not waited for: 503, or a page that says less.
    await expect(async () => {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(200);
      text = await answer.text();
    }).toPass();
    return text;
  };
  expect(await read('/robots.txt')).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
  expect(await read('/sitemap.xml')).toContain('/sitemap/transfers-1.xml</loc>');
  expect(await read('/sitemap/transfers-1.xml')).toContain('/tx/asset-23</loc>');
  expect(await read('/sitemap/parties-1.xml')).toContain('/creator/north-college</loc>');
  const link = page.locator('link[type="application/atom+xml"]');
  await expect(async () => {
    await page.goto('/creator/north-college');
    await expect(link).toBeAttached({ timeout: 1_000 });
  }).toPass();
  const xml = await read((await link.getAttribute('href')) ?? '');
  // Pages of the site take no text for markup.
  await page.goto('about:blank');
  const parsed = await page.evaluate((text) => {
    const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml');
    return [root.nodeName, root.querySelectorAll('entry').length];
  }, xml);
  expect(parsed).toEqual(['feed', 23]);
});

test('title and address follow as one goes on', async ({ page, baseURL }) => {
  await page.goto('/transfers');
  const canonical = page.locator('head link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', `${baseURL}/transfers`);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Assets' })
    .click();
  await expect(page).toHaveTitle(`Assets${site}`);
  await expect(canonical).toHaveAttribute('href', `${baseURL}/assets`);
});
