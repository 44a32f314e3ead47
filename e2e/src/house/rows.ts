import type { Locator, Page } from '@playwright/test';

/** The rows of the list on a page, as they are there: blank ones are none. */
export function rowsOf(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.locator('a[href^="/tx/"]') });
}
