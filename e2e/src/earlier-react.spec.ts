import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { runRelease } from './house/house.ts';
import { openDesk } from './house/release-desk.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { sharedHouse, test } from './house/test.ts';

// A remote that is at React 18 still, in a page of React 19: its React comes with the platform.

let house: SideHouse;
let folder: string;

test.beforeAll(async () => {
  house = await startSideHouse(sharedHouse());
  folder = await mkdtemp(join(tmpdir(), 'tallystick-earlier-'));
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const build = join(root, 'e2e/foreign/react-18/build.ts');
  await promisify(execFile)(process.execPath, [build, folder]);
  const said = await runRelease(house.environment, 'publish', join(folder, 'dist'));
  const id = /notes-earlier@(\S+)/.exec(said)?.[1] ?? '';
  const desk = await openDesk(house);
  const reason = 'until it is rebuilt';
  await desk.change({ kind: 'promote', builds: { 'notes-earlier': id }, reason });
});
test.afterAll(async () => {
  await house?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const note = (page: Page, id: number) =>
  page.getByRole('heading', { name: `Note ${id} of React 18.3.1` });

test('pages of both are shown in one tab, there and back', async ({ page }) => {
  await page.goto(`${house.siteUrl}/notes-earlier/7`);
  await expect(note(page, 7)).toBeVisible();
  await expect(page.getByText('Loaded for 7')).toBeVisible();
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();
  await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(note(page, 8)).toBeVisible();
  await expect(page.getByText('Loaded for 8')).toBeVisible();
  await page.getByRole('link', { name: 'Transfers', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await expect(page.locator('[data-part=mfe-ledger]')).toBeVisible();
  await page.goBack();
  await expect(note(page, 8)).toBeVisible();
  await page.goBack();
  await expect(note(page, 7)).toBeVisible();
});

test('what such a page throws is held by its place in the frame', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/pressed too often|error occurred in/);
  await page.goto(`${house.siteUrl}/notes-earlier/7`);
  for (const times of [0, 1, 2]) {
    await page.getByRole('button', { name: `Pressed ${times} times` }).click();
  }
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: 'Transfers', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
});

test('who opens no such page does not load an earlier React', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''));
  });
  await page.goto(`${house.siteUrl}/transfers`);
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  const trace = 'findDOMNode is deprecated';
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.filter((text) => text.includes('"18.3.1"') && text.includes(trace))).toEqual([]);
});
