import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { sharedHouse, test } from './house/test.ts';

const ticketSchema = v.object({ action: v.string(), ticket: v.string() });

/** Gets a ticket as the console does, for the first revision of the house. */
async function askForTicket() {
  const { adminUrl, dataDir } = sharedHouse();
  const key = (await readFile(join(dataDir, 'release.key'), 'utf8')).trim();
  const answer = await fetch(`${adminUrl}/v1/previews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ revision: 1 }),
  });
  return v.parse(ticketSchema, await answer.json());
}

/** Posts a ticket to the site, from a page that is not the site's. */
async function post(page: Page, { action, ticket }: v.InferOutput<typeof ticketSchema>) {
  await page.goto('about:blank');
  await page.setContent(
    `<form method="post" action="${action}"><input name="ticket" value="${ticket}"><button>Go</button></form>`,
  );
  await page.getByRole('button', { name: 'Go' }).click();
}

const banner = (page: Page) => page.getByText('Preview of revision 1: only you see this.');
const home = (page: Page) => page.getByRole('heading', { name: 'Latest Transactions' });

test('a preview is seen by who has a ticket, stays while one walks about, and ends by its link', async ({
  page,
  browser,
}) => {
  const told: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/releases\/(events|reports)$/.test(pathname)) told.push(pathname);
  });
  const ticket = await askForTicket();
  await post(page, ticket);
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
  await post(plain, ticket);
  await expect(plain).toHaveURL('/');
  await expect(home(plain)).toBeVisible();
  await expect(banner(plain)).toHaveCount(0);
  await other.close();

  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await expect(page).toHaveURL('/');
  await expect(home(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.goto('/?revision=1');
  await expect(home(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});
