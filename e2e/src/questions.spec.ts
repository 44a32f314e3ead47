import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { type LedgerLine, transfer } from './house/fixture-ledger.ts';
import { holdTimers } from './house/held-timers.ts';
import { openPage } from './house/open-page.ts';
import { recordLines } from './house/record-lines.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse, test } from './house/test.ts';

const dayMs = 86_400_000;
/** The calls are recorded at this time. Tests count days from it, too, as one may begin on the next day. */
const now = Date.now();
const daysAgo = (days: number) => now - days * dayMs;
const data = { feat: { form: 'data', sort: 'transfer' }, cred: 'vrt-011' };

/** What Vertex Research asked for lately, beside the credentials of a real web of trust. */
const calls: readonly LedgerLine[] = [
  { record: 'party', kind: 'consumer', id: 'vrt-011', name: 'Vertex Research' },
  transfer('call-1', 0, { ...data, debt: 'otc-353', stat: 7, crts: daysAgo(20) }),
  transfer('call-2', 0, { ...data, debt: 'otc-353', stat: 7, crts: daysAgo(3) }),
  transfer('call-3', 0, { ...data, debt: 'otc-353', stat: 6, crts: daysAgo(2) }),
  transfer('call-4', 0, { ...data, debt: 'otc-1', stat: 7, crts: daysAgo(1) }),
];

let house: SideHouse;
test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  house = await startSideHouse(sharedHouse());
  const file = new URL('../../backend/fixtures/bitcoin-otc.ndjson', import.meta.url);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await recordLines(house, [...lines.map((line): LedgerLine => JSON.parse(line)), ...calls]);
});
test.afterAll(() => house.close());

/** Milliseconds that Enter waits for what its words mean, before it leads to the list. */
const patience = 1_500;

/** From now on Enter waits as long as the machine takes. */
async function waitLong(page: Page): Promise<void> {
  await holdTimers(page, patience);
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
}

/** What a reader does, each thing counted: a search, a click, a day that is filled in. */
function readerOf(page: Page) {
  let actions = 0;
  return {
    actions: () => actions,
    /** From any page: the key, the words, and Enter. */
    async search(words: string) {
      actions += 1;
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
    },
    async type(words: string) {
      actions += 1;
      await page.keyboard.press('/');
      await page.keyboard.type(words);
    },
    async click(what: Locator) {
      actions += 1;
      await what.click();
    },
    async choose(what: Locator, option: string) {
      actions += 1;
      await what.selectOption(option);
    },
    async fill(what: Locator, text: string) {
      actions += 1;
      await what.fill(text);
    },
  };
}
type Reader = ReturnType<typeof readerOf>;

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).getByRole('table').last().locator('tbody').getByRole('row');
const range = (page: Page, text: string) =>
  expect(main(page).getByText(text, { exact: true })).toBeVisible();
/** The fact under a word on a page of facts. */
const fact = (page: Page, term: string) =>
  main(page).getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]');
const total = (page: Page, name: string) => main(page).getByRole('link', { name });
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const shares = (page: Page) => main(page).getByRole('region', { name: 'By status' });
const counterparties = (page: Page) =>
  main(page).getByRole('region', { name: 'Most frequent counterparties' });

const questions: readonly [question: string, (page: Page, reader: Reader) => Promise<unknown>][] = [
  [
    'How many transactions are there?',
    (page) => expect(total(page, 'Transactions')).toContainText('202'),
  ],
  [
    'How many of them are data calls?',
    (page) => expect(total(page, 'Data requests')).toContainText('4'),
  ],
  [
    'What happened last, and between whom?',
    async (page) => {
      await expect(rows(page).first()).toContainText('Vertex Research');
      await expect(rows(page).first()).toContainText('OTC trader 1');
    },
  ],
  [
    'Which transaction is the oldest?',
    async (page, reader) => {
      await reader.click(menu(page, 'Transfers'));
      await reader.click(page.getByRole('link', { name: 'Last', exact: true }));
      await expect(rows(page).last()).toContainText('2010-11-08 18:45:12 UTC');
    },
  ],
  [
    'When did otc-2642 first appear as a creator?',
    async (page, reader) => {
      await reader.search('otc-2642');
      await reader.click(main(page).getByRole('link', { name: 'Creator', exact: true }));
      await expect(fact(page, 'First')).toContainText('2012-12-01');
    },
  ],
  [
    'When was vrt-011 last seen?',
    async (page, reader) => {
      await reader.search('vrt-011');
      const day = new Date(daysAgo(1)).toISOString().slice(0, 10);
      await expect(fact(page, 'Latest')).toContainText(day);
    },
  ],
  [
    'How many transactions has Vertex Research?',
    async (page, reader) => {
      await reader.search('vertex research');
      await expect(fact(page, 'Total')).toContainText('4');
    },
  ],
  [
    'Of whose data did it ask most?',
    async (page, reader) => {
      await reader.search('vertex research');
      await expect(counterparties(page).getByRole('listitem').first()).toContainText(
        /OTC trader 353.*3/,
      );
    },
  ],
  [
    'Who gave most to OTC trader 353?',
    async (page, reader) => {
      await reader.search('otc-353');
      await expect(counterparties(page).getByRole('listitem').first()).toContainText(
        /Vertex Research.*3/,
      );
    },
  ],
  [
    'All declined data calls of vrt-011 last week',
    async (page, reader) => {
      await reader.search('vrt-011');
      await reader.click(shares(page).getByRole('link', { name: /Declined/ }));
      await reader.click(page.getByRole('link', { name: 'Last 7 days' }));
      await range(page, '1 - 2 of 2');
    },
  ],
  [
    'How many of its calls were declined?',
    async (page, reader) => {
      await reader.search('vrt-011');
      await expect(
        shares(page).getByRole('listitem').filter({ hasText: 'Declined' }),
      ).toContainText('3');
    },
  ],
  [
    'What did Vertex Research ask of OTC trader 353?',
    async (page, reader) => {
      await reader.search('vrt-011');
      await reader.click(counterparties(page).getByRole('link', { name: /3/ }).last());
      await range(page, '1 - 3 of 3');
    },
  ],
  [
    'What happened on the 24th of January 2016?',
    async (page, reader) => {
      await reader.click(main(page).getByRole('button', { name: 'Filters' }));
      await reader.fill(main(page).getByLabel('From (UTC)'), '2016-01-24');
      await reader.fill(main(page).getByLabel('To (UTC)'), '2016-01-24');
      await range(page, '1 - 4 of 4');
    },
  ],
  [
    'How many credentials has 2013?',
    async (page, reader) => {
      await reader.click(main(page).getByRole('button', { name: 'Filters' }));
      await reader.fill(main(page).getByLabel('From (UTC)'), '2013-01-01');
      await reader.fill(main(page).getByLabel('To (UTC)'), '2013-12-31');
      await expect(main(page).getByRole('radio', { name: 'Credential 70' })).toBeVisible();
    },
  ],
  [
    'What became of B84020C6AD840E507B6418EBC130FF140BA9BE6C?',
    async (page, reader) => {
      await reader.search('B84020C6AD840E507B6418EBC130FF140BA9BE6C');
      await expect(fact(page, 'Status')).toContainText('Closed (Submitted)');
    },
  ],
  [
    'Which rating did it give, and to whom?',
    async (page, reader) => {
      await reader.search('otc-035592');
      await expect(main(page).locator('a[href="/user/otc-13"]').first()).toHaveText(
        'OTC trader 13',
      );
      await expect(main(page).getByRole('row', { name: /rating/ })).toContainText('2');
    },
  ],
  [
    'Whose names begin with OTC trader 13?',
    async (page, reader) => {
      await reader.type('otc trader 13');
      const people = page.getByRole('option', { name: /^OTC trader 13/ });
      await expect(people.first()).toContainText('OTC trader 13');
      await expect(people).toHaveCount(6);
    },
  ],
  [
    'Is OTC trader 13 somebody who issues, or who receives?',
    async (page, reader) => {
      await reader.search('otc trader 13');
      await expect(fact(page, 'Kind')).toContainText('Creator');
      await expect(main(page).getByRole('link', { name: 'User', exact: true })).toBeVisible();
    },
  ],
  [
    'How long ago was the last transaction?',
    async (page, reader) => {
      await reader.choose(main(page).getByRole('combobox', { name: 'Show times' }), 'relative');
      await expect(rows(page).first()).toContainText(/yesterday|1 day ago/);
    },
  ],
  [
    'What was the transaction of the same user before this one?',
    async (page, reader) => {
      await reader.click(rows(page).first().getByText('tally-call-4'));
      await reader.click(
        main(page)
          .getByRole('link', { name: /Previous transaction/ })
          .last(),
      );
      await expect(page).toHaveTitle(/OTC trader 1/);
    },
  ],
];

for (const [question, answer] of questions) {
  test(`${question}`, { tag: '@proof' }, async ({ page }) => {
    await waitLong(page);
    await openPage(page, house.siteUrl);
    await expect(rows(page)).toHaveCount(10);
    const reader = readerOf(page);
    await answer(page, reader);
    expect(reader.actions()).toBeLessThanOrEqual(3);
  });
}

test('there are twenty of them', { tag: '@proof' }, () => {
  expect(questions).toHaveLength(20);
});
