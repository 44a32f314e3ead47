import { expect, type Page } from '@playwright/test';
import { previewTicketSchema } from '@tallystick/registry/contract/admin-api';
import * as v from 'valibot';
import { test } from './house/beside.ts';
import { postTicket } from './house/preview-ticket.ts';
import { openDesk } from './house/release-desk.ts';
import { currentRelease, openFollowing, publish, release } from './house/release-site.ts';
import type { SideHouse } from './house/side-house.ts';
import { houseTimeout } from './house/test.ts';
import { type Variant, variantOf } from './house/variant.ts';

test.describe.configure({ mode: 'serial' });

let house: SideHouse;
let first = '';
let second: Variant;

test.beforeAll(async ({ side }) => {
  test.setTimeout(houseTimeout);
  house = side;
  first = (await currentRelease(house)).shell.build;
  const change = (script: string) => script.replace('Skip to content', 'Skip to the content');
  second = await variantOf(house.dataDir, 'shell', '5e4011000001', change);
  await publish(house, second);
});
test.beforeEach(toFirst);
test.afterAll(toFirst);

async function toFirst(): Promise<void> {
  if ((await currentRelease(house)).shell.build === first) return;
  // A test before may have recalled it.
  const { condemned } = await (await openDesk(house)).board();
  if (condemned.some(({ build }) => build === first))
    await release(house, 'resume', `shell@${first}`);
  await release(house, 'promote', `shell@${first}`);
}

const toSecond = () => release(house, 'promote', `shell@${second.build}`);
const notice = (page: Page) => page.getByRole('region', { name: 'Version of the site' });
/** What the shell's own code says that it is. */
const shellOf = (page: Page) => page.locator('html').getAttribute('data-build');

async function heard(page: Page, change: () => Promise<unknown>): Promise<void> {
  const news = page.waitForResponse((answer) => answer.url().endsWith('/releases/current.json'));
  await change();
  await (await news).finished();
}

/** Milliseconds. */
const longerThanQuiet = 5_000;

/** How often the page has looked whether this moment is a quiet one: while a shell waits for that, every two seconds. */
async function countLooks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    let looks = 0;
    const counting = (...given: Parameters<typeof setTimeout>) => {
      if (given[1] === 2_000) looks += 1;
      Reflect.set(window, 'looks', looks);
      return setTimeout(...given);
    };
    Reflect.set(window, 'setTimeout', counting);
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'looks') ?? 0));
}

test('a new shell is offered at a quiet moment, and loaded when somebody says so', async ({
  page,
}) => {
  await openFollowing(page, `${house.siteUrl}/transfers`);
  expect(await shellOf(page)).toBe(first);
  await heard(page, toSecond);
  await expect(notice(page)).toContainText('A new version of Tallystick is ready.');
  expect(await shellOf(page)).toBe(first);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(notice(page)).toBeHidden();

  await page.reload();
  expect(await shellOf(page)).toBe(second.build);
  await release(house, 'rollback', 'shell');
  await expect(notice(page)).toBeVisible();
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-build', first);
  expect(new URL(page.url()).pathname).toBe('/transfers');
});

test('what is half filled in is not lost to a new shell, nor to a recalled one', async ({
  page,
}) => {
  await page.clock.install();
  const looks = await countLooks(page);
  await openFollowing(page, `${house.siteUrl}/auth/mail`);
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('ada@exam');
  await heard(page, toSecond);
  await expect.poll(looks).toBeGreaterThan(0);
  await page.clock.runFor(longerThanQuiet);
  expect(await looks()).toBeGreaterThan(2);
  await expect(notice(page)).toBeHidden();
  await expect(email).toHaveValue('ada@exam');

  await email.fill('');
  await expect(notice(page)).toBeVisible();
  await email.fill('ada@example');
  await expect(notice(page)).toBeHidden();
  await expect(email).toHaveValue('ada@example');

  // The page still runs the first shell; the release goes back and forth and recalls it.
  await heard(page, () => release(house, 'promote', `shell@${first}`));
  await heard(page, () => release(house, 'rollback', 'shell', '--to', second.build, '--recall'));
  await expect(notice(page)).toContainText('This version of Tallystick was withdrawn.');
  await page.clock.runFor(longerThanQuiet);
  expect(await shellOf(page)).toBe(first);
  await expect(email).toHaveValue('ada@example');
  await email.fill('');
  await expect(page.locator('html')).toHaveAttribute('data-build', second.build);
  expect(new URL(page.url()).pathname).toBe('/auth/mail');
});

test('the versions that run can be read at the foot of each page', async ({ page }) => {
  await page.goto(`${house.siteUrl}/transfers`);
  const { revision, remotes } = await currentRelease(house);
  const footer = page.getByRole('contentinfo');
  await footer.getByText('Versions').click();
  await expect(footer).toContainText(`Revision ${revision} of production`);
  await expect(footer.getByText(first)).toBeVisible();
  for (const { name, build } of remotes) {
    const running = name === 'mfe-ledger' ? ' in use' : '';
    await expect(footer).toContainText(`${name}${build}${running}`);
  }
  const licences = footer.getByRole('link', { name: 'Third-party licences (shell)' });
  const { pathname } = new URL((await licences.getAttribute('href')) ?? '', house.siteUrl);
  const answer = await page.request.get(house.siteUrl + pathname);
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toMatch(/^react \d+\.\d+\.\d+, MIT$/m);
  await footer.getByRole('link', { name: 'Why these?' }).click();
  await expect(page.getByRole('dialog')).toContainText(`Runs build ${first}: it is live`);
});

test('a preview says so, follows no release and reports nothing', async ({ page }) => {
  const desk = await openDesk(house);
  const preview = { builds: { shell: second.build } };
  const made = await desk.call('POST', '/previews', { channel: 'production', ...preview });
  const { action, ticket } = v.parse(previewTicketSchema, made);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await postTicket(page, { action: new URL(action, house.siteUrl).href, ticket });
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  await page.goto(`${house.siteUrl}/transfers`);
  const banner = page.getByRole('region', { name: 'Preview' });
  await expect(banner).toContainText(`Preview with shell ${second.build}: only you see this.`);
  expect(await shellOf(page)).toBe(second.build);
  await banner.getByRole('link', { name: 'Leave the preview' }).click();
  await page.getByRole('button', { name: 'Leave the preview' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-build', first);
  await expect(banner).toBeHidden();
  const before = asked.slice(0, asked.lastIndexOf('/transfers') + 1);
  expect(before.filter((path) => /^\/releases\/reports/.test(path))).toEqual([]);
});
