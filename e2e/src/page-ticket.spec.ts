import { expect, type Page } from '@playwright/test';
import { loadFromSite } from './house/open-page.ts';
import { buildOnScreen, watchReports } from './house/release-site.ts';
import { test } from './house/test.ts';

// A page's reports count by its page ticket: see docs/decisions/0061-what-a-page-costs-and-what-its-word-is-worth.md.

const toAccount = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
const account = (page: Page) => page.getByRole('heading', { name: 'Account Access' }).last();

test('a page reports as one of the remote that brought it, until another remote runs in it', async ({
  page,
}) => {
  const reports = watchReports(page);
  await page.goto('/transfers');
  await expect.poll(() => reports.at(-1)?.ticket).toMatch(/^kept\.mfe-ledger\.\d+\./);
  await toAccount(page);
  await expect(account(page)).toBeVisible();
  const build = await buildOnScreen(page, 'mfe-auth');
  await expect.poll(() => reports.at(-1)?.running['mfe-auth']).toBe(build);
  expect(reports.at(-1)?.ticket).toBeUndefined();
  await page.reload();
  await expect.poll(() => reports.at(-1)?.ticket).toMatch(/^kept\.mfe-auth\.\d+\./);
});

test('code of a page gets no ticket of another remote, and not its own once more', async ({
  page,
}) => {
  const taken = page.waitForResponse('**/releases/tickets');
  await page.goto('/transfers');
  const issued = (await taken).request().postData();
  const got = await page.evaluate(async (own) => {
    const other = await fetch('/auth', { headers: { 'x-wanted': 'a ticket' } });
    const again = await fetch('/releases/tickets', { method: 'POST', body: own });
    return { header: other.headers.get('server-timing'), status: again.status };
  }, issued);
  expect(got).toEqual({ header: null, status: 204 });
});

test.describe('behind the worker of the offline cache', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a page has its ticket too', async ({ page }) => {
    const reports = watchReports(page);
    await page.goto('/transfers');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true);
    reports.length = 0;
    // A page from the offline cache has no ticket.
    await loadFromSite(page, () => page.goto('/auth'));
    await expect.poll(() => reports.at(-1)?.ticket).toMatch(/^kept\.mfe-auth\.\d+\./);
  });
});
