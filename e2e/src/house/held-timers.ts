import type { Page } from '@playwright/test';

/**
 * Holds each timer of exactly so many milliseconds in the pages that come, however long the test
 * takes. The returned function ends those of the page.
 */
export async function holdTimers(page: Page, milliseconds: number): Promise<() => Promise<void>> {
  await page.addInitScript((held) => {
    const { setTimeout } = window;
    const due: (() => void)[] = [];
    const holding = (...given: Parameters<typeof setTimeout>) => {
      const [run, wait] = given;
      if (wait !== held || typeof run !== 'function') return setTimeout(...given);
      due.push(() => run());
      return 0;
    };
    const endTimers = () => {
      for (const run of due.splice(0)) run();
    };
    Object.assign(window, { setTimeout: holding, endTimers });
  }, milliseconds);
  return () => page.evaluate(() => Reflect.get(window, 'endTimers')());
}
