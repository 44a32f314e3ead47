import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { importLines } from './house/fixture-ledger.ts';
import { sharedHouse, test } from './house/test.ts';

const today = () => new Date().toISOString().slice(0, 10);

async function exportAs(page: Page, format: 'CSV' | 'NDJSON') {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: format, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('a list is saved as a table, with its search, whatever page is shown', async ({ page }) => {
  await page.goto('/creator/north-college?page=2&q=tally-asset-2');
  const { name, text } = await exportAs(page, 'CSV');
  expect(name).toBe(`tallystick-creator-north-college-matching-tally-asset-2-${today()}.csv`);
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
  await page.goto('/checker/true-mark');
  const { name, text } = await exportAs(page, 'NDJSON');
  expect(name).toBe(`tallystick-consumer-true-mark-${today()}.ndjson`);
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
  expect(await importLines(sharedHouse(), lines)).toMatch(/ 0 new, 0 changed, 4 as they were/);
});

test('the credential is in no address, and nothing is saved after Cancel', async ({ page }) => {
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
  await page.goto('/creator/north-college');
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
