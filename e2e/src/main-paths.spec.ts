import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, Engine } from './engines/engine.ts';
import { engines, openEngine, skipWithout } from './engines/open-engine.ts';
import { transfer } from './house/fixture-ledger.ts';
import { readCode } from './house/outbox.ts';
import { recordLines } from './house/record-lines.ts';
import { currentRelease, publish, release } from './house/release-site.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { says } from './house/sign-in-page.ts';
import { houseTimeout, sharedHouse } from './house/test.ts';
import { type Variant, variantOf } from './house/variant.ts';

// What readers do most, in each engine, as a person does it: by clicks and keys. What a browser keeps is in
// kept-page.spec.ts, and changed files are in module-files.spec.ts.

let house: SideHouse;
let second: Variant;
const app = 'mfe-ledger';
const asset = { feat: { form: 'asset', sort: 'transfer' }, cred: 'paths', debt: 'dora' };

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  house = await startSideHouse(sharedHouse());
  await recordLines(house, [
    { record: 'party', kind: 'creator', id: 'paths', name: 'Path College' },
    { record: 'party', kind: 'user', id: 'dora', name: 'Dora Dale' },
    transfer('first', 1, { ...asset, stat: 1 }),
  ]);
  second = await variantOf(house.dataDir, app, '5ec04d000002', (text) =>
    text.replace('transfers:"Transactions"', 'transfers:"Transactions, second edition"'),
  );
  await publish(house, second);
});
test.afterAll(() => house?.close());

/** One of these tests for each engine. */
function inEach(name: string, act: (browser: Browser, engine: Engine) => Promise<void>): void {
  for (const engine of engines) {
    test(`${engine} ${name}`, { tag: '@proof' }, async ({ browserName: _ }, information) => {
      skipWithout(engine, information);
      const browser = await openEngine(engine);
      try {
        await act(browser, engine);
      } finally {
        await browser.close();
      }
    });
  }
}

const open = (browser: Browser, path: string) => browser.goto(house.siteUrl + path);
const soon = (browser: Browser, expression: string) =>
  expect.poll(() => browser.evaluate(expression), { intervals: [50, 100] });
const sees = (browser: Browser, text: string) =>
  expect.poll(() => browser.text(), { intervals: [50, 100] }).toContain(text);

/** Clicks what has this name for everybody, once it is there and can be used. */
async function press(browser: Browser, name: string): Promise<void> {
  const mark = `(() => {
    for (const old of document.querySelectorAll('[data-pressed]')) old.removeAttribute('data-pressed');
    const found = [...document.querySelectorAll('a, button')].find((each) =>
      (each.getAttribute('aria-label') ?? each.textContent).trim() === ${JSON.stringify(name)} &&
      each.checkVisibility() && !each.disabled);
    found?.setAttribute('data-pressed', '');
    return found !== undefined;
  })()`;
  await soon(browser, mark).toBe(true);
  await browser.click('[data-pressed]');
}

const heading = `document.querySelector('main h1')?.textContent`;
/** Lost if the page is loaded anew. */
const keepMark = `void (globalThis.isSame = true)`;
const isSame = `globalThis.isSame === true`;

inEach('leads from page to page by the menu, a row, and back', async (browser) => {
  await open(browser, '/');
  await sees(browser, 'tally-first');
  await browser.evaluate(keepMark);
  for (const [name, path] of [
    ['Assets', '/assets'],
    ['Transfers', '/transfers'],
    ['API', '/api'],
    ['Contact Us', '/contact'],
    ['Transfers', '/transfers'],
  ] as const) {
    await press(browser, name);
    await soon(browser, 'location.pathname').toBe(path);
    await soon(browser, `typeof ${heading}`).toBe('string');
  }
  await soon(browser, `document.querySelector('a[data-opens-row]') !== null`).toBe(true);
  await browser.click('a[data-opens-row]');
  await soon(browser, 'location.pathname').toMatch(/^\/tx\//);
  await sees(browser, 'Path College');
  await browser.evaluate('history.back()');
  await soon(browser, 'location.pathname').toBe('/transfers');
  await soon(browser, `document.querySelector('a[data-opens-row]') !== null`).toBe(true);
  expect(await browser.evaluate(isSame)).toBe(true);
});

inEach('shows a transfer that is recorded while the page is open', async (browser, engine) => {
  await open(browser, '/creator/paths');
  await sees(browser, 'Live');
  await browser.evaluate(keepMark);
  await recordLines(house, [transfer(`live-${engine}`, 100_000, asset)]);
  await sees(browser, `tally-live-${engine}`);
  expect(await browser.evaluate(isSame)).toBe(true);
});

inEach('finds a party by the search of the bar', async (browser) => {
  await open(browser, '/');
  await soon(browser, `document.querySelector('header input[type=search]') !== null`).toBe(true);
  await browser.click('header input[type=search]');
  await browser.type('Dora');
  await sees(browser, 'Dora Dale');
  await browser.type('\uE015\uE007');
  await soon(browser, 'location.pathname').toBe('/user/dora');
});

inEach('signs somebody in by a code, keeps that, and signs out', async (browser, engine) => {
  const email = `${engine}@example.org`;
  await open(browser, '/auth/mail');
  await soon(browser, 'document.activeElement.type').toBe('email');
  await browser.type(email);
  await press(browser, 'Get OTP');
  await sees(browser, says.sent);
  await soon(browser, 'document.activeElement.type').not.toBe('email');
  await browser.type(await readCode(house, email));
  await press(browser, 'Continue');
  await soon(browser, 'location.pathname').toBe('/auth/next');
  await open(browser, '/auth/next');
  await sees(browser, email);
  await press(browser, 'Sign out');
  await soon(browser, 'location.pathname').toBe('/');
});

inEach('saves a list as a table', async (browser) => {
  await open(browser, '/creator/paths?q=first');
  await sees(browser, 'Live');
  await browser.evaluate(`Reflect.deleteProperty(window, 'showSaveFilePicker')`);
  await press(browser, 'Export');
  await press(browser, 'CSV');
  await sees(browser, ': 1 transaction');
  const saved = async () => {
    const names = await readdir(browser.downloads);
    const isWhole = names.length === 1 && names[0]?.endsWith('.csv');
    return isWhole ? await readFile(join(browser.downloads, names[0] ?? ''), 'utf8') : '';
  };
  await expect.poll(saved).toContain('\r\nfirst,');
});

inEach('leaves a recalled build by itself', async (browser) => {
  const { remotes } = await currentRelease(house);
  const before = remotes.find(({ name }) => name === app)?.build ?? '';
  await release(house, 'promote', `${app}@${second.build}`);
  await open(browser, '/transfers');
  await soon(browser, heading).toBe('Transactions, second edition');
  await browser.evaluate(keepMark);
  await sees(browser, 'Live');
  await release(house, 'recall', `${app}@${second.build}`);
  await soon(browser, heading).toBe('Transactions');
  expect(await browser.evaluate(isSame)).toBe(true);
  await release(house, 'resume', `${app}@${second.build}`);
  await release(house, 'promote', `${app}@${before}`);
});
