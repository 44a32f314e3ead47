import type { Page } from '@playwright/test';

/** Watches, from the page's first moment on, what moves by itself. Call it before `goto`. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[] =
          Reflect.get(entry, 'sources');
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${node?.nodeName} ${node?.textContent?.slice(0, 40)} ${from.x},${from.y},${from.width}x${from.height} -> ${to.x},${to.y},${to.width}x${to.height}`,
        );
        shifts.push(`${Reflect.get(entry, 'value')}: ${moved.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Every layout shift of the page so far, also those right after an input, which CLS forgives. */
export async function shiftsOf(page: Page): Promise<unknown> {
  // The observer hears of a frame after it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))),
  );
  return page.evaluate(() => Reflect.get(window, 'shifts'));
}
