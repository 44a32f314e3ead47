import { expect, type Page } from '@playwright/test';
import { transfer } from './house/fixture-ledger.ts';
import { runLedger } from './house/house.ts';
import { recordLines } from './house/record-lines.ts';
import { rowsOf } from './house/rows.ts';
import { sharedHouse, test } from './house/test.ts';

const asset = {
  feat: { form: 'asset', sort: 'transfer' },
  cred: 'live-college',
  debt: 'live-dora',
};
/** Newer than all that the fixture holds. */
const later = 100_000;

test.beforeAll(async () => {
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: 'live-college', name: 'Live College' },
    { record: 'party', kind: 'user', id: 'live-dora', name: 'Dora Dale' },
    transfer('live-0', later, { ...asset, stat: 1 }),
  ]);
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

test('a new transfer appears at the top of an open page and counts', async ({ page }) => {
  await open(page, '/user/live-dora');
  const rows = rowsOf(page);
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();
  await recordLines(sharedHouse(), [transfer('live-insert', later + 10, asset)]);
  await expect(rows.first()).toContainText('tally-live-insert');
  await expect(rows).toHaveCount(before + 1);
  await expect(page.getByText(`1 - ${before + 1} of ${before + 1}`, { exact: true })).toBeVisible();
});

test('a changed transfer changes in place on an open page', async ({ page }) => {
  await open(page, '/creator/live-college');
  const row = page.getByRole('row').filter({ hasText: 'tally-live-0' });
  await expect(row.getByText('In Process')).toBeVisible();
  await recordLines(sharedHouse(), [transfer('live-0', later, { ...asset, stat: 6 })]);
  await expect(row.getByText('Closed (Submitted)')).toBeVisible();
  await expect(row).toHaveCount(1);
});

test('the table of assets and the home list are live too', async ({ page, context }) => {
  await open(page, '/');
  const assets = await context.newPage();
  await open(assets, '/assets');
  await recordLines(sharedHouse(), [transfer('live-both', later + 20, asset)]);
  await expect(page.getByRole('main').getByText('tally-live-both')).toBeVisible();
  await expect(assets.getByRole('table').getByText('TALLY-LIVE-BOTH')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(10);
});

test('simulated transfers arrive while the page is open', async ({ page }) => {
  await open(page, '/transfers');
  const range = page.getByText(/^1 - 10 of [\d,]+$/);
  const before = await range.textContent();
  const { exitCode, output } = await runLedger(
    sharedHouse(),
    'simulate',
    '--rate',
    '20',
    '--count',
    '20',
  );
  expect(output).not.toContain('rror');
  expect(exitCode).toBe(0);
  await expect(range).not.toHaveText(before ?? '');
});

test('all tabs of a browser share one live connection', async ({ context, page }) => {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('baas_request')) streams.push(request.url());
  });
  await open(page, '/');
  const second = await context.newPage();
  await open(second, '/transfers');
  expect(streams).toHaveLength(1);
});
