import { expect } from '@playwright/test';

/**
 * Resolves when a page comes as a build has rendered it. What is not rendered in time is for who asks next, and what is
 * known is given without waiting.
 *
 * @param build as it begins: `app@build`
 */
export async function comesRendered(url: string, build = ''): Promise<void> {
  await expect
    .poll(async () => await (await fetch(url)).text(), { timeout: 180_000 })
    .toContain(`<div id="root" data-rendered="${build}`);
}
