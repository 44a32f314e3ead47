import { readFile } from 'node:fs/promises';
import { expect, type Page, type Route } from '@playwright/test';
import { runLedger } from './house/house.ts';
import { hears, openPage } from './house/open-page.ts';
import { sharedHouse, test } from './house/test.ts';

const today = () => new Date().toISOString().slice(0, 10);
/** What a list that is saved on a day is called. */
const nameOf = (list: string, format: string) => (day: string) =>
  `tallystick-${list}-${day}.${format}`;

async function exportAs(page: Page, format: 'CSV' | 'NDJSON') {
  await hears(page);
  const began = today();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: format, exact: true }).click();
  const file = await download;
  const path = await file.path();
  const text = await readFile(path, 'utf8');
  // Another day may have begun meanwhile.
  return { name: file.suggestedFilename(), path, text, days: [began, today()] };
}

/** As in browsers that know no dialog to save with. */
const withoutDialog = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showSaveFilePicker');
  });

test('a list is saved as a table, with its search, whatever page is shown', async ({ page }) => {
  await withoutDialog(page);
  await page.goto('/creator/north-college?page=2&q=asset-2');
  const { name, text, days } = await exportAs(page, 'CSV');
  expect(days.map(nameOf('creator-north-college-matching-asset-2', 'csv'))).toContain(name);
  const lines = text.trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
    'asset-23',
    'asset-22',
    'asset-21',
    'asset-20',
    'asset-2',
  ]);
  await expect(
    page.getByRole('status').filter({ hasText: `Saved as ${name}: 5 transactions` }),
  ).toBeVisible();
});

test('a list is saved as ledger input, which imports again without a change', async ({ page }) => {
  await withoutDialog(page);
  await page.goto('/checker/true-mark');
  const { name, path, text, days } = await exportAs(page, 'NDJSON');
  expect(days.map(nameOf('consumer-true-mark', 'ndjson'))).toContain(name);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => line.item ?? `${line.kind} ${line.id}`)).toEqual([
    'checker true-mark',
    'user cleo',
    'check-2',
    'check-1',
  ]);
  const { exitCode, output } = await runLedger(sharedHouse(), 'import', path);
  expect(output).toMatch(/ 0 new, 0 changed, 4 unchanged/);
  expect(exitCode).toBe(0);
});

test('the credential is in no address, and nothing is saved after Cancel', async ({ page }) => {
  await withoutDialog(page);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  // An answer that does not come to its end by itself.
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await page.route('**/transfers/export', async (route) => {
    await ended;
    await route.abort().catch(() => {});
  });
  await openPage(page, '/creator/north-college');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Progress of the export' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Nothing was saved. The export was cancelled.')).toBeVisible();
  end();
  expect(addresses.filter((address) => address.includes('public-local'))).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'CSV', exact: true })).toBeHidden();
});

/**
 * Stands for the dialog alone, which no test can press: whoever it asks chooses `file` of the page's own
 * file system, or says no. All that follows is the browser's.
 */
async function answerDialog(page: Page, answer: { file: string } | { refusal: string }) {
  await page.addInitScript((said) => {
    const asked: unknown[] = [];
    Object.assign(window, {
      asked,
      showSaveFilePicker: async (options: unknown) => {
        asked.push(options);
        if ('refusal' in said) throw new DOMException('no file', said.refusal);
        const folder = await navigator.storage.getDirectory();
        return folder.getFileHandle(said.file, { create: true });
      },
    });
  }, answer);
}

/** What a file of the page's own file system holds; null: there is none. */
const textOf = (page: Page, file: string) =>
  page.evaluate(async (name) => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle(name).catch(() => null);
    return handle && (await (await handle.getFile()).text());
  }, file);

const refused = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'access-control-allow-origin': '*' },
    json: { code: 503, error: 'Too many exports are under way.' },
  });
const chooseCsv = async (page: Page) => {
  await hears(page);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
};

test('where the browser asks for a file, the list goes into it as it comes', async ({ page }) => {
  await answerDialog(page, { file: 'mine.csv' });
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await page.goto('/creator/north-college?q=asset-2');
  const began = today();
  await chooseCsv(page);
  await expect(
    page.getByRole('status').filter({ hasText: 'Saved as mine.csv: 5 transactions' }),
  ).toBeVisible();
  const names = [began, today()].map(nameOf('creator-north-college-matching-asset-2', 'csv'));
  const lines = ((await textOf(page, 'mine.csv')) ?? '').trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
    'asset-23',
    'asset-22',
    'asset-21',
    'asset-20',
    'asset-2',
  ]);
  const types = [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }];
  expect(names.map((suggestedName) => [{ suggestedName, types }])).toContainEqual(
    await page.evaluate(() => Reflect.get(window, 'asked')),
  );
  expect(downloads).toBe(0);
});

test('whoever chooses no file is told of no error, and may choose again', async ({ page }) => {
  await answerDialog(page, { refusal: 'AbortError' });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/creator/north-college');
  await chooseCsv(page);
  for (let times = 1; times <= 2; times += 1) {
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked').length)).toBe(times);
    await expect(page.getByText('Nothing was saved')).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
  }
  expect(calls).not.toContain('/transfers/export');
});

test('a file that was there stays as it was when the export fails, and no empty one is left', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 503/);
  await page.route('**/transfers/export', refused);
  for (const before of ['what I had', null]) {
    await answerDialog(page, { file: 'kept.csv' });
    await page.goto('/creator/north-college');
    await page.evaluate(async (text) => {
      const folder = await navigator.storage.getDirectory();
      if (text === null) return folder.removeEntry('kept.csv');
      const handle = await folder.getFileHandle('kept.csv', { create: true });
      const writer = await handle.createWritable();
      await writer.write(text);
      await writer.close();
    }, before);
    await chooseCsv(page);
    await expect(
      page.getByText('Nothing was saved. Too many exports are under way.'),
    ).toBeVisible();
    expect(await textOf(page, 'kept.csv')).toBe(before);
  }
});

test('where the dialog may not be shown, the list goes to the downloads', async ({ page }) => {
  await answerDialog(page, { refusal: 'SecurityError' });
  await page.goto('/checker/true-mark');
  const { name, days } = await exportAs(page, 'NDJSON');
  expect(days.map(nameOf('consumer-true-mark', 'ndjson'))).toContain(name);
});
