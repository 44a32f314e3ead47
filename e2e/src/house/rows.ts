import type { Locator, Page } from '@playwright/test';

/** The rows of the list on a page, by the link of each that opens its transaction. */
export function rowsOf(page: Page): Locator {
  return page.getByRole('main').getByRole('table').locator('a[href^="/tx/"]');
}
