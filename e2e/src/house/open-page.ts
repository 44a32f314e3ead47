import { expect, type Page } from '@playwright/test';

/**
 * Opens a page, and resolves when it hears what somebody does in it. A page that comes rendered is seen before
 * that: a click on a button is lost, and a link loads another page.
 */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hears(page);
}

/** Resolves when a page that is open hears what somebody does in it. */
export const hears = (page: Page): Promise<void> =>
  page.locator('html[data-shown]').waitFor({ state: 'attached' });

/** Whether the browser has the release that a page is of in its offline cache. */
export const isCached = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const found = await caches.match('/keeper/page.json');
    const release = document.getElementById('release')?.textContent ?? 'none';
    return found !== undefined && String((await found.json()).html).includes(release);
  });

/** Whether a page comes from the offline cache. */
export const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'kept' in document.documentElement.dataset);

/** Milliseconds that the worker of the offline cache waits for the site, but for what clocks round. */
const patience = 4_990;

/**
 * Loads a page that is the site's own, as `go` does, where one is in the offline cache. Only a page that the site did not
 * send in all the time that it has may come from the cache, and is loaded again.
 */
export async function loadFromSite(page: Page, go: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    await go();
    if (!(await isKept(page))) return;
    const waited = await page.evaluate(() =>
      performance
        .getEntriesByType('navigation')
        .map((entry) =>
          entry instanceof PerformanceNavigationTiming
            ? entry.responseStart - entry.workerStart
            : 0,
        ),
    );
    expect(Math.max(...waited), 'how long the site was waited for').toBeGreaterThan(patience);
  }
  expect(await isKept(page), 'from the offline cache each time').toBe(false);
}
