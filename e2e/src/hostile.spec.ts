import { expect, type Page } from '@playwright/test';
import { type LedgerLine, transfer } from './house/fixture-ledger.ts';
import { recordLines } from './house/record-lines.ts';
import { sharedHouse, test } from './house/test.ts';

const script = '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>';
/** Right to left until it is ended, which it never is. */
const turned = 'Anna \u202egnp.llib\u2067';
const long = 'W'.repeat(200);
const college = `hostile/college?a=<b>#%2e%00`;
const crowded = 'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d'.repeat(30);

/** Older than what other tests look at. */
const longAgo = (n: number) => -900_000 + n;

function hostileTransfer(name: string, n: number, more: LedgerLine): LedgerLine {
  return transfer(name, longAgo(n), {
    feat: { form: 'data', sort: 'transfer' },
    cred: college,
    debt: 'hostile-user',
    ...more,
  });
}

const hostileLedger: readonly LedgerLine[] = [
  { record: 'party', kind: 'consumer', id: college, name: `${turned}${script}` },
  { record: 'party', kind: 'user', id: 'hostile-user', name: `${long} ${crowded}` },
  hostileTransfer('hostile-1', 1, { trxn: script.slice(0, 200) }),
  hostileTransfer('hostile-2', 2, { trxn: `t${turned}` }),
  hostileTransfer('hostile-3', 3, { trxn: long }),
  hostileTransfer('hostile-4', 4, {
    trxn: '../../..//%2e%2e;?#',
    vars: [
      { name: script, memo: turned, data: 'x'.repeat(10_000) },
      { name: long, memo: script.repeat(20), data: script },
      { name: crowded.slice(0, 200), memo: 'javascript:window.hostile=1', data: turned },
    ],
  }),
];

test.beforeAll(() => recordLines(sharedHouse(), hostileLedger));

/** Texts that change the direction of what stands around them. */
function spilt(): string[] {
  const marks = /[\u202a-\u202e\u2066-\u2069]/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    if (!marks.test(text)) continue;
    let element = node.parentElement;
    let isolated = false;
    // As far out as there is nothing but this text.
    while (element !== null && element.textContent === text && !isolated) {
      const { display, unicodeBidi } = getComputedStyle(element);
      isolated = display !== 'inline' || /isolate|plaintext/.test(unicodeBidi);
      element = element.parentElement;
    }
    if (!isolated) found.push(`${node.parentElement?.outerHTML}`);
  }
  return found;
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, 'hostile'))).toBeUndefined();
  await expect(page.locator('img[src=x]')).toHaveCount(0);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(spilt)).toEqual([]);
    const tooWide = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await expect.poll(() => page.evaluate(tooWide), `at ${width}`).toBeLessThanOrEqual(0);
  }
}

const encoded = encodeURIComponent;
const pages = [
  ['a party with a name of code', `/consumer/${encoded(college)}`],
  ['a party with a long name', '/user/hostile-user'],
  ['a transaction of code', `/tx/${encoded(script.slice(0, 200))}`],
  ['a transaction that turns', `/tx/${encoded(`t${turned}`)}`],
  ['a long transaction', `/tx/${encoded(long)}`],
  ['a transaction with hostile variables', `/tx/${encoded('../../..//%2e%2e;?#')}`],
] as const;

for (const [what, path] of pages) {
  test(`${what} is text and nothing else`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Please wait').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByText('Not Found')).toHaveCount(0);
    await expectHarmless(page);
  });
}

for (const [what, search] of [
  ['code', script],
  ['marks that turn', turned],
  ['a null byte', 'a\u0000b'],
  ['half a character and more', '\ud83d\ude00\ufffe'],
  ['a long text', 'x'.repeat(6_000)],
] as const) {
  test(`a search for ${what} does nothing but search`, async ({ page, expectComplaint }) => {
    // What the service refuses, the browser reports as well.
    expectComplaint(/the server responded with a status of 4\d\d/);
    await page.goto(`/transfers?q=${encoded(search)}`);
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.getByText('Please wait').filter({ visible: true })).toHaveCount(0);
    await expectHarmless(page);
  });
}

test('an address of any kind is a page that says what it is', async ({ page, expectComplaint }) => {
  expectComplaint(/the server responded with a status of 4\d\d/);
  for (const path of [
    `/${encoded(script)}`,
    '/%00',
    '/user/%00',
    `/tx/${'a'.repeat(3_000)}`,
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/user/..%2f..%2fetc%2fpasswd',
    '/?page=-1&search[]=a&page=2',
    '/transfers?page=99999999999999999999',
    '/__proto__',
    '/constructor',
  ]) {
    await page.goto(sharedHouse().siteUrl + path);
    await expect(page.getByRole('navigation', { name: 'Main' }), path).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), path).not.toBeEmpty();
    expect(new URL(page.url()).origin).toBe(sharedHouse().siteUrl);
    await expectHarmless(page);
  }
});
