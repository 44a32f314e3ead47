import { expect, type Locator, type Page } from '@playwright/test';
import { widths } from '@tallystick/contract/remote';
import { declareLayout } from './house/declared.ts';
import { holdTimers } from './house/held-timers.ts';
import { hears, openPage } from './house/open-page.ts';
import { openRendered } from './house/rendered.ts';
import { sharedHouse, test } from './house/test.ts';

const phone = { width: 390, height: 800 };
const desktop = { width: 1400, height: 900 };

const bar = (page: Page) => page.getByRole('banner');
const main = (page: Page) => page.getByRole('main');
/** The first box in a zone: its container. */
const container = (zone: Locator) => zone.locator('> div').first();

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error('It has no box.');
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height, ...box };
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.mouse.move(200, 400);
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, top - before);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
}

/** Makes a page long enough to scroll, whatever it holds. */
async function lengthen(page: Page): Promise<void> {
  await main(page).evaluate((element) => {
    element.style.minHeight = '3000px';
  });
}

test.describe('on a wide screen', () => {
  test.use({ viewport: desktop });

  test('header and footer stay while the content scrolls between them, below the banner', async ({
    page,
  }) => {
    await openPage(page, '/');
    await lengthen(page);
    const banner = page.getByRole('region', { name: 'Banner' });
    expect((await boxOf(bar(page))).bottom).toBe((await boxOf(banner)).top);
    expect((await boxOf(banner)).bottom).toBe((await boxOf(main(page))).top);
    for (const top of [0, 700]) {
      await scrollTo(page, top);
      expect((await boxOf(bar(page))).top).toBe(0);
      expect((await boxOf(page.getByRole('contentinfo'))).bottom).toBe(desktop.height);
    }
  });

  test('the banner has a background image, over its whole width', async ({ page }) => {
    await page.goto('/');
    const image = page.getByRole('region', { name: 'Banner' }).locator('img');
    await expect(image).toHaveJSProperty('complete', true);
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).not.toBe(0);
    const { left, right } = await boxOf(image);
    expect([left, right]).toEqual([0, desktop.width]);
  });

  test('the top bar is 3.3rem high: home, the active entries, the account', async ({ page }) => {
    await page.goto('/transfers');
    expect((await boxOf(bar(page))).height).toBeCloseTo(3.3 * 16, 1);
    await expect(bar(page).getByRole('link')).toHaveText([
      'Tallystick',
      'Home',
      'Assets',
      'Transfers',
      'API',
      'Contact Us',
      '',
    ]);
    expect(
      await bar(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['/', '/', '/assets', '/transfers', '/api', '/contact', '/auth/mail']);
    await expect(bar(page).getByRole('link', { name: 'Tallystick home' })).toBeVisible();
    await expect(page.getByText('Pricing')).toHaveCount(0);
    await expect(bar(page).locator('[aria-current]')).toHaveText(['Transfers']);
  });

  test('each width of a zone is a container of its own, with gutters for the last four', async ({
    page,
  }) => {
    const expected = {
      xtra: { width: 1400, gutter: 0 },
      fluid: { width: 1400, gutter: 0 },
      wide: { width: 1280, gutter: 60 },
      medium: { width: 1024, gutter: 188 },
      small: { width: 704, gutter: 348 },
      mini: { width: 448, gutter: 476 },
    };
    for (const size of widths) {
      await declareLayout(page, '/assets', { main: { size } });
      await page.goto('/assets');
      const { width, left } = await boxOf(container(main(page)));
      expect({ width, gutter: left }, size).toEqual(expected[size]);
    }
  });

  test('the menu stays where it is, whichever entry is the current one', async ({ page }) => {
    const lefts = () =>
      bar(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().left));
    await page.goto('/api');
    await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
    const before = await lefts();
    for (const path of ['/contact', '/assets']) {
      await page.goto(path);
      await expect(bar(page).locator('[aria-current]')).toHaveCount(1);
      expect(await lefts(), path).toEqual(before);
    }
  });

  test('a page that is opened afresh begins at its top, a reload where it was', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1400, height: 400 });
    const scrollY = () => page.evaluate(() => window.scrollY);
    await openPage(page, '/assets');
    await expect(main(page).getByRole('table').getByRole('link').first()).toBeVisible();
    await scrollTo(page, 300);
    await page.reload();
    await expect.poll(scrollY).toBe(300);
    await page.goto('/transfers');
    await expect(main(page).getByRole('table').getByRole('link').first()).toBeVisible();
    expect(await scrollY()).toBe(0);
  });

  test('a page is where it was for who comes back, also if they changed their mind on the way', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1400, height: 400 });
    // After so long a page that still comes says so in other words.
    await holdTimers(page, 4_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/artifacts/mfe-auth/**', async (route) => {
      await promise;
      await route.continue();
    });
    // A click of the test's would scroll the page itself.
    const follow = (name: string) =>
      bar(page)
        .getByRole('link', { name })
        .evaluate((link: HTMLElement) => link.click());
    await openPage(page, '/assets');
    await expect(main(page).getByRole('table').getByRole('link').first()).toBeVisible();
    await scrollTo(page, 300);
    await follow('Account');
    await expect(main(page).getByText('Please wait...')).toBeInViewport();
    await expect(main(page).getByRole('table')).toHaveCount(0);
    await follow('API');
    await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
    resolve();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  });

  test('a route can hide the header', async ({ page }) => {
    await declareLayout(page, '/assets', { header: { visible: false } });
    await page.goto('/assets');
    await expect(page.getByRole('heading', { name: 'Credentials & Data Assets' })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    expect((await boxOf(main(page))).top).toBe(0);
  });
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: phone });

  test('the bar has home, the name of the page and the account, and nothing else', async ({
    page,
  }) => {
    await page.goto('/assets');
    expect((await boxOf(bar(page))).height).toBeCloseTo(3.3 * 16, 1);
    await expect(bar(page).getByRole('heading', { name: 'Assets', exact: true })).toBeVisible();
    const links = bar(page).getByRole('link');
    await expect(links).toHaveCount(2);
    await expect(links.nth(0)).toHaveAttribute('href', '/');
    await expect(links.nth(1)).toHaveAttribute('href', '/auth/mail');
  });

  test("the other entries are within a thumb's reach, and the current one is marked", async ({
    page,
  }) => {
    await page.goto('/assets');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link')).toHaveText([
      'Home',
      'Assets',
      'Transfers',
      'API',
      'Contact Us',
    ]);
    await expect(menu.locator('[aria-current]')).toHaveText(['Assets']);
    expect((await boxOf(menu)).bottom).toBe(phone.height);
    for (const link of await menu.getByRole('link').all()) {
      const { width, height } = await boxOf(link);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await menu.getByRole('link', { name: 'API' }).click();
    await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible();
    await expect(menu.locator('[aria-current]')).toHaveText(['API']);
  });

  test('nothing lies hidden below the menu at the end of a page', async ({ page }) => {
    await openPage(page, '/');
    await lengthen(page);
    await page.keyboard.press('End');
    const end = () => boxOf(page.getByRole('contentinfo'));
    const menu = await boxOf(page.getByRole('navigation', { name: 'Main' }));
    await expect.poll(async () => Math.round((await end()).bottom)).toBe(Math.round(menu.top));
    await expect(page.getByRole('group', { name: 'Theme' })).toBeInViewport();
  });

  test('the header goes while one scrolls down and comes back with the first move up', async ({
    page,
  }) => {
    await openPage(page, '/assets');
    await lengthen(page);
    await scrollTo(page, 600);
    await expect(bar(page)).not.toBeInViewport();
    await scrollTo(page, 500);
    await expect(bar(page)).toBeInViewport();
    await scrollTo(page, 900);
    await expect(bar(page)).not.toBeInViewport();
    await bar(page).getByRole('link', { name: 'Account' }).focus();
    await expect(bar(page)).toBeInViewport();
  });

  test('no zone has gutters, and its text keeps off the edge', async ({ page }) => {
    for (const size of widths) {
      await declareLayout(page, '/assets', { main: { size } });
      await page.goto('/assets');
      const { width } = await boxOf(container(main(page)));
      expect(width, size).toBe(phone.width);
      const heading = await boxOf(page.getByRole('heading', { level: 1 }));
      expect(heading.left, size).toBe(size === 'xtra' ? 0 : 16);
    }
  });
});

test('on a low screen nothing stays in the way of the content', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await openPage(page, '/assets');
  await lengthen(page);
  await scrollTo(page, 600);
  await expect(bar(page)).not.toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toBeInViewport();
});

test('nothing shines through what sticks', async ({ page }) => {
  const sticking = [
    bar(page),
    page.getByRole('contentinfo').locator('..'),
    page.getByRole('navigation', { name: 'Main' }),
  ];
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await page.goto('/assets');
    for (const place of sticking.slice(0, viewport === phone ? 1 : 2)) {
      await expect(place).toHaveCSS('background-color', 'rgb(251, 250, 247)');
    }
  }
  await expect(sticking[2] ?? main(page)).toHaveCSS('background-color', 'rgb(251, 250, 247)');
});

test('the entry of the first path segment is highlighted, by more than its colour', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/);
  await page.goto('/assets/none');
  const entry = bar(page).getByRole('link', { name: 'Assets' });
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await expect(bar(page).locator('[aria-current]')).toHaveCount(1);
  const weight = (link: Locator) =>
    link.evaluate((element) => getComputedStyle(element).fontWeight);
  expect(await weight(entry)).toBe('600');
  expect(await weight(bar(page).getByRole('link', { name: 'API' }))).toBe('400');
});

test('a party that does not exist is Not Found in the title and in the narrow bar', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/);
  await page.setViewportSize(phone);
  await page.goto('/user/nobody');
  await expect(page).toHaveTitle(/^Not Found • Tallystick • /);
  await expect(bar(page).getByRole('heading', { name: 'Not Found' })).toBeVisible();
});

// In other locales than the rendered one a page is drawn anew, in the place of the one that came.
for (const locale of ['en-GB', 'de-DE']) {
  test(`a page that is scrolled before it hears stays there, ${locale}`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width: 1400, height: 400 } });
    const page = await context.newPage();
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    await page.route('**/artifacts/shell/*/main.*.js', (route) =>
      held.then(() => route.continue()),
    );
    await expect(async () => {
      await openRendered(page, `${sharedHouse().siteUrl}/assets`);
      // Its styles have come: there is something to scroll.
      await expect(main(page).getByRole('table').getByRole('link').first()).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await scrollTo(page, 300);
    go();
    await hears(page);
    const scrollY = () => page.evaluate(() => window.scrollY);
    expect(await scrollY()).toBe(300);
    await page.reload();
    await expect.poll(scrollY).toBe(300);
    await context.close();
  });
}

test('when the shell does not arrive the page says so, with a way out', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  await page.route('**/artifacts/shell/*/main.*.js', (route) => route.abort());
  await page.goto('/assets');
  const notice = page.getByRole('alert').filter({ hasText: 'Tallystick did not load' });
  await expect(notice).toBeVisible();
  await page.unrouteAll();
  await notice.getByRole('link', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { name: 'Credentials & Data Assets' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('when the scripts of one part do not load, its pages say so, and trying again helps', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|did not load|RemoteUnavailable|cannot be loaded/);
  await page.goto('/api');
  await page.route('**/artifacts/mfe-ledger/**', (route) => route.abort());
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Assets' }).click();
  const notice = main(page).getByRole('alert');
  await expect(notice).toContainText('Ledger cannot be shown');
  await expect(notice).toContainText('This part of the site did not load');
  await expect(menu).toBeVisible();
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Credentials & Data Assets' })).toBeVisible();
});

test('when a stylesheet of one part does not load with the page, trying again helps', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(
    /Failed to load resource|did not load|RemoteUnavailable|cannot be loaded|css chunk/,
  );
  await page.route('**/artifacts/mfe-ledger/**/*.css', (route) => route.abort());
  await page.goto('/assets');
  const notice = main(page).getByRole('alert');
  await expect(notice).toContainText('Ledger cannot be shown');
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Credentials & Data Assets' })).toBeVisible();
});
