import type { Page } from '@playwright/test';

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
