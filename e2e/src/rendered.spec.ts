import { expect, type Page } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { fixtureLedger } from './house/fixture-ledger.ts';
import { hears } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { comesRendered, openRendered, renderedRoot } from './house/rendered.ts';
import { rowsOf } from './house/rows.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { askForCode, signInPage } from './house/sign-in-page.ts';
import { stubCodes } from './house/stub-codes.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';

// Pages that the site server has rendered, as a browser takes them.

const addresses = [
  '/',
  '/user/ada',
  '/tx/tally-asset-20',
  '/assets',
  '/transfers',
  '/transfers?page=2',
  '/transfers?q=true-mark',
];

let house: SideHouse;
test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  house = await startSideHouse(sharedHouse());
  await recordLines(house, fixtureLedger);
  for (const path of addresses) await comesRendered(house.siteUrl + path);
});
test.afterAll(() => house.close());

/** What ends all markup, what ends a script, and what ends the page; a proof has all that swallow what follows. */
const usual = ['<plaintext>', '<script>', '</div></div></body></html>'];
const swallowing = ['<textarea>', '<title>', '<noscript>', '<select>', '<style>', '<template>'];
for (const markup of proving ? [...usual, ...swallowing, '<!--', '<a title="'] : usual) {
  test(`a page begins though ${markup} stood in its content`, async ({ page, expectComplaint }) => {
    // What React says of content that is not what it draws.
    expectComplaint(/./);
    await page.context().grantPermissions(['local-network-access']);
    let isIn = false;
    await page.route('**', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = await response.text();
      const body = html.replace(/<div id="root" data-rendered="[^"]*">/, `$&${markup}`);
      isIn = body !== html;
      await route.fulfill({ response, body });
    });
    await expect(async () => {
      await page.goto(`${house.siteUrl}/transfers`);
      expect(isIn).toBe(true);
    }).toPass();
    // The shell has drawn its page, and follows what is released. What the markup did to its own content is another matter.
    await expect(page.locator('html[data-shown]')).toBeAttached();
    await expect(rowsOf(page)).not.toHaveCount(0);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  // Nobody asks again where no script runs.
  test.beforeEach(({ page }) =>
    page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      for (;;) {
        const response = await route.fetch();
        if ((await response.text()).includes(renderedRoot)) return route.fulfill({ response });
      }
    }),
  );

  for (const width of [1280, 390]) {
    test(`the ledger is read at ${width}: lists by pages, transactions, parties, and what is searched`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${house.siteUrl}/transfers`);
      await expect(rowsOf(page)).toHaveCount(10);
      await page.getByRole('link', { name: 'Next' }).click();
      await expect(page).toHaveURL(`${house.siteUrl}/transfers?page=2`);
      await expect(page.getByText(/(^|: )11 - 20 of 36$/)).toBeVisible();
      await page.getByRole('link', { name: /tally-asset-20/ }).click();
      const main = page.getByRole('main');
      await expect(main.getByText('tally-asset-20', { exact: true }).first()).toBeVisible();
      await expect(main.getByText('2024-01-01 00:20:00 UTC')).toBeVisible();
      await main.getByRole('link', { name: 'Ada Ash', exact: true }).click();
      await expect(page.getByText(/(^|: )1 - 10 of 23$/)).toBeVisible();
      // The page's own search, and the one that every page has.
      await page.goto(`${house.siteUrl}/transfers`);
      for (const part of [main, page.getByRole('banner')]) {
        await part.getByRole(part === main ? 'searchbox' : 'combobox').fill('true-mark');
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(`${house.siteUrl}/transfers?q=true-mark`);
        await expect(rowsOf(page)).toHaveCount(2);
        await page.goto(`${house.siteUrl}/user/ada`);
      }
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
      await page.emulateMedia({ media: 'print' });
      await expect(rowsOf(page)).toHaveCount(10);
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByText('1 - 10 of 23')).toBeVisible();
    });
  }
});

/** Lets no script of an artifact come before the answer is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/artifacts\/.*\.js$/, async (route) => {
    await seen;
    await route.continue();
  });
  return goOn;
}

for (const [how, path, time, second] of [
  ['as it is', '/', null, '11 - 20 of 36'],
  ['for somebody who wants other times', '/transfers', 'relative', '11 - 20 of 36'],
] as const) {
  test(`a page is taken over ${how}: its rows stay, and nothing is asked for twice`, async ({
    page,
  }) => {
    await page.addInitScript((time) => time && localStorage.setItem('time', time), time);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') {
        calls.push(`${new URL(request.url()).pathname} ${request.postData()}`);
      }
    });
    const goOn = await holdScripts(page);
    await openRendered(page, house.siteUrl + path);
    await expect(rowsOf(page)).toHaveCount(10);
    const row = await rowsOf(page).first().elementHandle();
    goOn();
    await hears(page);
    await expect(page.getByText(/in step|Live|live/).first()).toBeAttached();
    expect(await row?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    if (time !== null) await expect(rowsOf(page).first()).toContainText('ago');
    const lists = () => calls.filter((call) => call.includes('/list/'));
    expect(lists()).toEqual([]);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText(second)).toBeVisible();
    // The page after that may be asked for ahead.
    expect(new Set(lists()).size).toBe(lists().length);
  });
}

test('what is pressed before the page is taken over is done then, once', async ({ page }) => {
  const goOn = await holdScripts(page);
  await openRendered(page, `${house.siteUrl}/transfers`);
  const filter = page.getByRole('button', { name: 'Filters' });
  await filter.click();
  await expect(filter).toHaveAttribute('aria-expanded', 'false');
  goOn();
  await expect(filter).toHaveAttribute('aria-expanded', 'true');
  await hears(page);
  await expect(page.getByRole('region', { name: 'Filter by' })).toBeVisible();

  // What somebody did after it counts.
  const held = await holdScripts(page);
  await openRendered(page, `${house.siteUrl}/transfers`);
  await filter.click();
  await page.getByRole('heading', { name: 'Transactions' }).first().click();
  held();
  await hears(page);
  await expect(filter).toHaveAttribute('aria-expanded', 'false');
});

test('a row opens by the text of its id, which lies over its link, before the page is taken over', async ({
  page,
}) => {
  const goOn = await holdScripts(page);
  await openRendered(page, `${house.siteUrl}/transfers`);
  // The newest one has no transaction id.
  const row = rowsOf(page).first();
  const path = await row.locator('a[data-opens-row]').getAttribute('href');
  await row.getByText('******', { exact: true }).click();
  await expect(page).toHaveURL(house.siteUrl + path);
  goOn();
});

test('a form of times that is chosen before the page is taken over is in force then, and kept', async ({
  page,
}) => {
  const goOn = await holdScripts(page);
  await openRendered(page, `${house.siteUrl}/transfers`);
  const times = page.getByRole('combobox', { name: 'Times' });
  await times.selectOption('relative');
  goOn();
  await expect(rowsOf(page).first()).toContainText('ago');
  await openRendered(page, `${house.siteUrl}/transfers`);
  await hears(page);
  await expect(times).toHaveValue('relative');
});

test('whoever is signed in keeps what was typed and pressed in a page that is drawn anew', async ({
  page,
}) => {
  await stubCodes(page);
  await askForCode(page, 'ada@example.org', `${house.siteUrl}/auth`);
  await signInPage(page).otp.fill('123456');
  await signInPage(page).proceed.click();
  await expect(page.getByText('ada@example.org')).toBeVisible();
  const goOn = await holdScripts(page);
  await openRendered(page, `${house.siteUrl}/transfers`);
  const row = await rowsOf(page).first().elementHandle();
  const filter = page.getByRole('button', { name: 'Filters' });
  const search = page.getByRole('main').getByRole('searchbox');
  await filter.click();
  await search.pressSequentially('true-mark');
  goOn();
  await hears(page);
  await expect.poll(() => row?.evaluate(({ isConnected }) => isConnected)).toBe(false);
  await expect(search).toHaveValue('true-mark');
  await expect(search).toBeFocused();
  await expect(filter).toHaveAttribute('aria-expanded', 'true');
  await search.press('Enter');
  await expect(page).toHaveURL(`${house.siteUrl}/transfers?q=true-mark`);
  await expect(rowsOf(page)).toHaveCount(2);
});

/** Style sheets that the page has of files, by their paths, and how many stand in it. */
const sheetsOf = (page: Page) =>
  page.evaluate(() => ({
    files: [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [href])).sort(),
    inPage: document.querySelectorAll('style[data-href]').length,
  }));

test('a page has its styles at once, and their files once when they come', async ({ page }) => {
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/artifacts\/.*\.css$/, async (route) => {
    await seen;
    await route.continue();
  });
  await openRendered(page, `${house.siteUrl}/transfers`);
  await expect(rowsOf(page).first()).toHaveCSS('text-decoration-line', 'none');
  const { files, inPage } = await sheetsOf(page);
  expect(files).toEqual([]);
  expect(inPage).toBeGreaterThan(3);
  goOn();
  await expect.poll(() => sheetsOf(page)).toMatchObject({ inPage: 0 });
  await hears(page);
  const come = await sheetsOf(page);
  expect(come.files).toEqual([...new Set(come.files)]);
  expect(come.files).toHaveLength(inPage);
});

test.describe('who has another language and time zone', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Asia/Tokyo' });

  test('has the same rows in every frame', async ({ page }) => {
    await page.addInitScript(() => {
      const counts: number[] = [];
      Object.assign(window, { counts });
      const look = () => {
        const count = document.querySelectorAll('tbody a[href^="/"]').length;
        if (count > 0 || counts.length > 0) counts.push(count);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const goOn = await holdScripts(page);
    await openRendered(page, `${house.siteUrl}/transfers`);
    await expect(rowsOf(page)).toHaveCount(10);
    const row = await rowsOf(page).first().elementHandle();
    const before = await rowsOf(page).allInnerTexts();
    goOn();
    await hears(page);
    await expect(page.getByText(/in step|Live|live/).first()).toBeAttached();
    expect(await row?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    expect(await rowsOf(page).allInnerTexts()).toEqual(before);
    const counts = await page.evaluate(() => ('counts' in window ? window.counts : null));
    expect(counts).toEqual(expect.arrayContaining([expect.any(Number)]));
    expect(new Set(Array.isArray(counts) ? counts : []).size).toBe(1);
  });
});
