import { expect, test } from '@playwright/test';
import { engines, openEngine, skipWithout } from './engines/open-engine.ts';
import { startSideHouse } from './house/side-house.ts';
import { sharedHouse } from './house/test.ts';

// The page that a browser has kept, where nobody listens at the site's address any longer, in each engine.

const isKept = `caches.match('/keeper/page.json').then((page) => page !== undefined)`;
const isControlled = 'navigator.serviceWorker.controller !== null';

for (const engine of engines) {
  test(
    `${engine} shows what it has kept when the connection is refused`,
    { tag: '@proof' },
    async ({ browserName: _ }, information) => {
      skipWithout(engine, information);
      const house = await startSideHouse(sharedHouse());
      const browser = await openEngine(engine);
      try {
        await browser.goto(`${house.siteUrl}/transfers`);
        await expect.poll(() => browser.evaluate(isKept)).toBe(true);
        await expect.poll(() => browser.evaluate(isControlled)).toBe(true);
        await browser.goto(`${house.siteUrl}/transfers`);
        await house.site.kill();
        for (const path of ['/transfers', '/auth']) {
          await browser.goto(house.siteUrl + path);
          await expect.poll(() => browser.text()).toContain('This is a saved copy');
        }
      } finally {
        await browser.close();
        await house.close();
      }
    },
  );
}
