import { expect, type Page } from '@playwright/test';
import type { Browser } from './engines/engine.ts';
import { engines, openEngine, skipWithout } from './engines/open-engine.ts';
import { test } from './house/beside.ts';
import { type LedgerLine, transfer } from './house/fixture-ledger.ts';
import { recordLines } from './house/record-lines.ts';
import { renderedRoot } from './house/rendered.ts';
import type { SideHouse } from './house/side-house.ts';
import { houseTimeout } from './house/test.ts';

// Ids that an address has to carry unchanged: what is clicked is what is opened, and so is what is typed.

/** One id of each kind. */
const few = ['r/1', 'r%2F1', '%', 'שלום/עולם'];
const all = [
  ...few,
  'a?b=c&d#e',
  '😀'.repeat(100),
  'r%252F1',
  '//a//',
  '%00',
  '%2e%2e',
  'a b+c',
  'a\\b',
  `;:@,!*'()~<b>"&`,
  '😀👩‍👩‍👧',
  'ש'.repeat(200),
  '/'.repeat(200),
];
const ids = process.env.IDS === 'all' ? all : few;
/** What the page of an id has, and no other page. */
const records = ids.map((id, at) => {
  const number = String(at + 10);
  return { id, transaction: `mark-${number}`, party: `Holder ${number}` };
});

let house: SideHouse;
test.beforeAll(async ({ side }) => {
  test.setTimeout(houseTimeout);
  house = side;
  await recordLines(house, [
    { record: 'party', kind: 'creator', id: 'north', name: 'North College' },
    ...records.flatMap(({ id, transaction: trxn, party: name }, at): LedgerLine[] => [
      { record: 'party', kind: 'user', id, name },
      transfer(id, at, {
        ...{ trxn, feat: { form: 'asset', sort: 'transfer' } },
        ...{ cred: 'north', debt: id },
      }),
    ]),
  ]);
});

const kinds = ['transaction', 'party'] as const;
const pathOf = {
  transaction: (id: string) => `/tx/${encodeURIComponent(id)}`,
  party: (id: string) => `/user/${encodeURIComponent(id)}`,
};
const links = { transaction: 'a[data-opens-row]', party: 'main tr a[href^="/user/"]' };

/** What the page says of its record: every id and heading in its content. */
const shown = `[...document.querySelectorAll('main h1, main code')].map((each) => each.textContent)`;

for (const engine of engines) {
  test(`${engine} opens the transaction or party that is clicked, by its address, too, and as the server sends it`, async ({
    browserName: _,
  }, information) => {
    skipWithout(engine, information);
    test.slow();
    const browser = await openEngine(engine);
    try {
      for (const { id, ...record } of records) {
        for (const what of kinds) {
          const path = pathOf[what](id);
          const says = expect.arrayContaining([id, record[what]]);
          await browser.goto(`${house.siteUrl}/transfers?q=${record.transaction}`);
          await soon(browser, `document.querySelector('${links[what]}') !== null`).toBe(true);
          await browser.click(links[what]);
          await soon(browser, 'location.pathname').toBe(path);
          await soon(browser, shown).toEqual(says);
          await browser.goto(house.siteUrl + path);
          await soon(browser, shown).toEqual(says);
          // A page that is not rendered in time is ready for the next request.
          await soon(browser, `${parsed(path)}.then((document) => ${shown})`).toEqual(says);
        }
      }
    } finally {
      await browser.close();
    }
  });
}

function soon(browser: Browser, expression: string) {
  return expect.poll(() => browser.evaluate(expression), { intervals: [20, 50, 100] });
}

/** The page at a path as its HTML says it: no script runs in it. */
const parsed = (path: string) => `new Promise((resolve) => {
  const asked = new XMLHttpRequest();
  asked.open('GET', ${JSON.stringify(path)});
  asked.responseType = 'document';
  asked.onload = () => resolve(asked.response);
  asked.send();
})`;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ page }) =>
    page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      for (;;) {
        const response = await route.fetch();
        if ((await response.text()).includes(renderedRoot)) return route.fulfill({ response });
      }
    }),
  );

  test('every transaction and party is opened by click and by its address', {
    tag: '@proof',
  }, async ({ page }) => {
    test.slow();
    for (const { id, ...record } of records) {
      for (const what of kinds) {
        const says = [id, record[what]];
        await page.goto(`${house.siteUrl}/transfers?q=${record.transaction}`);
        await page.locator(links[what]).first().click();
        await expect(page).toHaveURL(house.siteUrl + pathOf[what](id));
        expect(await shownBy(page)).toEqual(expect.arrayContaining(says));
        await page.goto(house.siteUrl + pathOf[what](id));
        expect(await shownBy(page)).toEqual(expect.arrayContaining(says));
      }
    }
  });
});

const shownBy = (page: Page) => page.locator('main h1, main code').allTextContents();
