import { expect, type Page } from '@playwright/test';
import { transfer } from './house/fixture-ledger.ts';
import { recordLines } from './house/record-lines.ts';
import { rowsOf } from './house/rows.ts';
import { sharedHouse, test } from './house/test.ts';

const asset = { feat: { form: 'asset', sort: 'transfer' }, stat: 6 };
// High enough for a whole list: else its top out of sight would be one more reason to hold it.
test.use({ viewport: { width: 1280, height: 1400 } });

/** Older than all that other tests look at. */
const later = -200_000;

// Each test reads the list of a creator of its own, so that what one inserts moves no other's rows.
let made = 0;
async function openList(page: Page, length: number, search = ''): Promise<string> {
  made += 1;
  const creator = `reader-${process.pid}-${made}`;
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: creator, name: `Creator ${made}` },
    { record: 'party', kind: 'user', id: 'reader', name: 'Rea Reader' },
    ...Array.from({ length }, (_, n) =>
      transfer(`${creator}-${n + 1}`, later + n, { ...asset, cred: creator, debt: 'reader' }),
    ),
  ]);
  await page.goto(`/creator/${creator}${search}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  return creator;
}

async function insert(creator: string, ...numbers: readonly number[]): Promise<void> {
  await recordLines(
    sharedHouse(),
    numbers.map((n) =>
      transfer(`${creator}-${n}`, later + n, { ...asset, cred: creator, debt: 'reader' }),
    ),
  );
}

const newRows = (page: Page, count: number) =>
  page.getByRole('button', {
    name: count === 1 ? '1 new transaction, show it' : `${count} new transactions, show them`,
  });
const range = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

test('a paused list changes nothing by itself, gathers, and shows what has gathered', async ({
  page,
}) => {
  const creator = await openList(page, 12);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await insert(creator, 13, 14);
  await expect(newRows(page, 2)).toBeVisible();
  await expect(rowsOf(page).first()).toContainText(`${creator}-12`);
  await range(page, '1 - 10 of 12');

  await newRows(page, 2).click();
  await expect(rowsOf(page).first()).toContainText(`${creator}-14`);
  await range(page, '1 - 10 of 14');
  await expect(newRows(page, 2)).toBeHidden();
  await insert(creator, 15);
  await expect(newRows(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(rowsOf(page).first()).toContainText(`${creator}-15`);
  await insert(creator, 16);
  await expect(rowsOf(page).first()).toContainText(`${creator}-16`);
});

test('nothing moves under the pointer', async ({ page }) => {
  const creator = await openList(page, 12);
  await rowsOf(page).nth(3).hover();
  await insert(creator, 13);
  await expect(newRows(page, 1)).toBeVisible();
  await expect(newRows(page, 1)).toHaveAttribute('title', /point at the list/);
  await expect(rowsOf(page).first()).toContainText(`${creator}-12`);
  await range(page, '1 - 10 of 13');
  await page.mouse.move(5, 5);
  await expect(rowsOf(page).first()).toContainText(`${creator}-13`);
  await expect(rowsOf(page)).toHaveCount(10);
});

test('nothing moves while a row has the focus, and the button is one step back', async ({
  page,
}) => {
  const creator = await openList(page, 12);
  // The one tab stop of a row.
  const first = page.getByRole('table').locator('[data-opens-row]').first();
  await first.focus();
  await insert(creator, 13);
  await expect(newRows(page, 1)).toBeVisible();
  await expect(first).toBeFocused();
  await expect(rowsOf(page).first()).toContainText(`${creator}-12`);
  await page.keyboard.press('Shift+Tab');
  await expect(newRows(page, 1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowsOf(page).first()).toContainText(`${creator}-13`);
  // The focus went to the rows' frame, from where the next step is the first row.
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
});

test('nothing moves while text is selected, and selecting opens no page', async ({ page }) => {
  const creator = await openList(page, 12);
  const box = await page.getByRole('table').locator('time').nth(2).boundingBox();
  if (!box) throw new Error('no row');
  await page.mouse.move(box.x + 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 8, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => document.getSelection()?.toString())).toMatch(/^2023-\d\d/);
  await expect(page).toHaveURL(/\/creator\//);
  await page.mouse.move(5, 5);
  await insert(creator, 13);
  await expect(newRows(page, 1)).toBeVisible();
  await expect(newRows(page, 1)).toHaveAttribute('title', /text is selected/);
  await expect(rowsOf(page).first()).toContainText(`${creator}-12`);
  await page.mouse.click(5, 300);
  await expect(rowsOf(page).first()).toContainText(`${creator}-13`);
});

test('nothing moves while the top of the list is out of sight', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 500 });
  const creator = await openList(page, 12);
  await page.mouse.move(5, 5);
  await rowsOf(page)
    .nth(9)
    .evaluate(async (row) => {
      row.scrollIntoView({ block: 'center' });
      // The page hears of it with its next frame; a row that comes before that may still move.
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      await frame();
      await frame();
    });
  await insert(creator, 13);
  await expect(newRows(page, 1)).toBeInViewport();
  await expect(rowsOf(page).first()).toContainText(`${creator}-12`);
  await newRows(page, 1).click();
  await expect(rowsOf(page).first()).toContainText(`${creator}-13`);
  await expect(rowsOf(page).first()).toBeInViewport();
});

test('on another page only the total moves', async ({ page }) => {
  const creator = await openList(page, 12, '?page=2');
  await expect(rowsOf(page)).toHaveCount(2);
  await insert(creator, 13);
  await range(page, '11 - 13 of 13');
  await expect(rowsOf(page)).toContainText([`${creator}-2`, `${creator}-1`]);
  await expect(newRows(page, 1)).toBeHidden();
});

test('a page that is not seen rests, and catches up', async ({ page }) => {
  // A hidden tab has no frames.
  await page.addInitScript(() => {
    const frames: (() => void)[] = [];
    const real = window.requestAnimationFrame.bind(window);
    Object.assign(window, { seen: true, heldFrames: frames });
    window.requestAnimationFrame = (frame) =>
      Reflect.get(window, 'seen') ? real(frame) : frames.push(() => real(frame));
  });
  const creator = await openList(page, 12);
  await page.evaluate(() => Object.assign(window, { seen: false }));
  await insert(creator, 13, 14, 15);
  await expect(rowsOf(page).first()).toContainText(`${creator}-12`);
  await page.evaluate(() => {
    Object.assign(window, { seen: true });
    for (const frame of Reflect.get(window, 'heldFrames')) frame();
  });
  await expect(rowsOf(page).first()).toContainText(`${creator}-15`);
  await range(page, '1 - 10 of 15');
});

test('what comes in is told politely: how many, never which', async ({ page }) => {
  const creator = await openList(page, 12);
  const status = page.getByRole('main').getByRole('status').last();
  await expect(status).toHaveText('');
  await insert(creator, 13, 14);
  await expect(status).toHaveText('2 new transactions, 14 transactions in all.');
});

test('the connection says how it is, in words', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const creator = await openList(page, 12);
  await context.setOffline(true);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await insert(creator, 13);
  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(rowsOf(page).first()).toContainText(`${creator}-13`);
});
