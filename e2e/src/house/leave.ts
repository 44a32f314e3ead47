import type { Page } from '@playwright/test';

/**
 * Ends a browser context as a person would: page by page. Chromium without windows closes a page
 * without telling it, and the site would count it as open until its time is over.
 */
export async function leave(page: Page): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().map((open) => open.goto('about:blank')));
  await context.close();
}
