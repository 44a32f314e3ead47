import { expect, type Page } from '@playwright/test';

/** In the HTML of a page that a build has rendered, which is named after it. */
export const renderedRoot = '<div id="root" data-rendered="';

/**
 * Resolves when a page comes as a build has rendered it. What is not rendered in time is for who asks next, and what is
 * known is given without waiting. Answers its HTML.
 *
 * @param build as it begins: `app@build`
 */
export async function comesRendered(url: string, build = ''): Promise<string> {
  let html = '';
  const ask = async () => {
    html = await (await fetch(url)).text();
    return html;
  };
  await expect.poll(ask, { timeout: 180_000 }).toContain(renderedRoot + build);
  return html;
}

/** Opens a page as a build has rendered it, whether its scripts come or not. */
export async function openRendered(page: Page, address: string): Promise<void> {
  await expect(async () => {
    const answer = await page.goto(address, { waitUntil: 'commit' });
    expect(await answer?.text()).toContain(renderedRoot);
  }).toPass();
}
