import { expect, type Page } from '@playwright/test';
import type { Subject, Which } from './subject.ts';

/** The element in which a build draws; `data-build` names that build. */
export function zoneOf(page: Page, { app, builds }: Subject, which: Which) {
  return page.locator(`[data-part="${app}"][data-build="${builds[which]}"]`);
}

/** The page of this build is there, with something in it, and no notice in its place. */
export async function expectBuild(page: Page, subject: Subject, which: Which): Promise<void> {
  await expect(zoneOf(page, subject, which)).toBeVisible();
  await expect(zoneOf(page, subject, which)).not.toBeEmpty();
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
  await subject.expectPage?.(page, which);
}

/** Waits until the page shows this build, or a notice in its place. */
export async function expectBuildOrNotice(page: Page, subject: Subject, which: Which) {
  const notice = page.getByRole('main').getByRole('alert');
  await expect(zoneOf(page, subject, which).or(notice).first()).toBeVisible();
}

/** Goes to a page of the shell's own, and back, without a page load. */
export async function leaveAndReturn(page: Page, { path }: Subject): Promise<void> {
  await page.getByRole('link', { name: 'API', exact: true }).first().click();
  await expect(page.getByText('Coming Soon')).toBeVisible();
  await follow(page, path);
}

/** Goes to `path` by a link of the menu or, without one, as a link of the router would. */
export async function follow(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]:visible`).first();
  if ((await link.count()) > 0) return await link.click();
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}
