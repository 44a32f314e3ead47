import { expect, type Page } from '@playwright/test';

/** In the HTML of a page that a build has rendered, which is named after it. */
export const renderedRoot = '<div id="root" data-rendered="';

/**
 * Resolves when a page comes as a build has rendered it. What is not rendered in time is for who asks next, and what is
 * known is given without waiting.
 *
 * @param build as it begins: `app@build`
 */
export async function comesRendered(url: string, build = ''): Promise<void> {
  await expect
    .poll(async () => await (await fetch(url)).text(), { timeout: 180_000 })
    .toContain(renderedRoot + build);
}

/** Opens a page as a build has rendered it, whether its scripts come or not. */
export async function openRendered(page: Page, address: string): Promise<void> {
  await expect(async () => {
    const answer = await page.goto(address, { waitUntil: 'commit' });
    expect(await answer?.text()).toContain(renderedRoot);
  }).toPass();
}
