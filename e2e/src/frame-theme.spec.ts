import { expect, type Page } from '@playwright/test';
import { test } from './house/test.ts';

const paper = { light: 'rgb(251, 250, 247)', dark: 'rgb(20, 20, 19)' };
const choice = (page: Page) => page.getByRole('group', { name: 'Theme' });
const option = (page: Page, name: 'System' | 'Light' | 'Dark') =>
  choice(page).getByRole('radio', { name });
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** A patch of the page on which nothing is ever written. */
const patch = { clip: { x: 2, y: 300, width: 8, height: 8 } };

for (const system of ['light', 'dark'] as const) {
  const other = system === 'light' ? 'dark' : 'light';

  test(`without a choice the pages are ${system} as the system is, and follow it`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/api');
    await expect(option(page, 'System')).toBeChecked();
    expect(await background(page)).toBe(paper[system]);
    await page.emulateMedia({ colorScheme: other });
    expect(await background(page)).toBe(paper[other]);
  });

  test(`${other} once chosen is painted at once where the system is ${system}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/api');
    await option(page, other === 'dark' ? 'Dark' : 'Light').check();
    expect(await background(page)).toBe(paper[other]);
    const chosen = await page.screenshot(patch);

    // The shell's own script is held back: what is seen now is what would flash.
    const held = Promise.withResolvers<void>();
    await page.route('**/artifacts/shell/*/main.*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/api', { waitUntil: 'commit' });
    await expect(page.locator('#root')).toBeAttached();
    await expect.poll(() => background(page)).toBe(paper[other]);
    expect((await page.screenshot(patch)).equals(chosen)).toBe(true);
    await expect(page.locator('#root')).toBeEmpty();
    held.resolve();
    await expect(page.getByText('Coming Soon')).toBeVisible();
    expect((await page.screenshot(patch)).equals(chosen)).toBe(true);
  });
}

test('a choice holds in every tab at once, over a reload, and can be taken back', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/api');
  const second = await context.newPage();
  await second.emulateMedia({ colorScheme: 'light' });
  await second.goto('/contact');

  await option(page, 'Dark').check();
  await expect.poll(() => background(second)).toBe(paper.dark);
  await expect(option(second, 'Dark')).toBeChecked();
  await second.reload();
  await expect(option(second, 'Dark')).toBeChecked();

  await option(second, 'System').check();
  await expect.poll(() => background(page)).toBe(paper.light);
  await expect(option(page, 'System')).toBeChecked();
});

test('the choice can be made with the keyboard alone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/api');
  await option(page, 'System').focus();
  await page.keyboard.press('ArrowRight');
  await expect(option(page, 'Light')).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(option(page, 'Dark')).toBeFocused();
  expect(await background(page)).toBe(paper.dark);
});

test('the choice can be made with a thumb: its targets are large enough', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/api');
  await expect(choice(page).getByRole('radio')).toHaveCount(3);
  for (const option of await choice(page).getByRole('radio').all()) {
    const box = await option.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(42);
  }
  await option(page, 'Dark').check();
  expect(await background(page)).toBe(paper.dark);
});

test('nonsense in the storage is no theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', '"><b>purple'));
  await page.goto('/api');
  await expect(option(page, 'System')).toBeChecked();
  expect(await background(page)).toBe(paper.light);
});
