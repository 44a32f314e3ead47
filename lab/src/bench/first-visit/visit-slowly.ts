import type { Browser } from '@playwright/test';

/** Milliseconds from the navigation until an answer began, something was painted, and a row of a list was there. */
export type Paints = Awaited<ReturnType<typeof visitSlowly>>;

const latencyMs = 100;
const bytesPerSecond = 1_600_000 / 8;
const slowdown = 4;
/** What the conditions are, in words. */
export const slowly = `390 px, ${latencyMs} ms a request, 1.6 Mbit/s, a processor ${slowdown} times as slow, nothing cached`;

/** Milliseconds without a larger paint after which there is none to come. */
const settleMs = 1_500;

/**
 * Visits a page as a phone that was never there.
 *
 * @param until a selector of what is there once the page has all
 */
export async function visitSlowly(browser: Browser, url: string, until: string) {
  await using page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const phone = await page.context().newCDPSession(page);
  await phone.send('Network.enable');
  await phone.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(notePaints);
  await page.goto(url);
  await page.locator(until).first().waitFor();
  await page.waitForTimeout(settleMs);
  return await page.evaluate(() => {
    const { first, largest, row } = document.documentElement.dataset;
    const [navigation] = performance.getEntriesByType('navigation');
    const isTiming = navigation instanceof PerformanceNavigationTiming;
    return {
      byte: isTiming ? navigation.responseStart : Number.NaN,
      first: Number(first),
      largest: Number(largest),
      row: Number(row),
    };
  });
}

/** Runs in the page, before its own scripts. */
function notePaints(): void {
  const note = (name: string, at: number) => {
    document.documentElement.dataset[name] = String(at);
  };
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name === 'first-contentful-paint') note('first', startTime);
    }
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) note('largest', startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const rows = new MutationObserver(() => {
    if (document.querySelector('table tbody tr a') === null) return;
    rows.disconnect();
    note('row', performance.now());
  });
  rows.observe(document, { childList: true, subtree: true });
}
