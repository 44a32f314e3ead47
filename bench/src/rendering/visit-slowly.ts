import type { Browser } from 'playwright';

/** Milliseconds from the navigation until something was painted, and until a row of a list was there. */
export interface Paints {
  first: number;
  largest: number;
  row: number;
}

const latencyMs = 100;
const bytesPerSecond = 1_600_000 / 8;
const slowdown = 4;
/** What the conditions are, in words. */
export const slowly = `390 px, ${latencyMs} ms a request, 1.6 Mbit/s, a processor ${slowdown} times as slow, nothing cached`;

/** Milliseconds without a larger paint after which there is none to come. */
const settleMs = 1_500;

/** Visits a page with a list as a phone that was never there. */
export async function visitSlowly(browser: Browser, url: string): Promise<Paints> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  try {
    const phone = await context.newCDPSession(page);
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
    // Until the browser has taken over what was rendered.
    await page.locator('html[data-shown]').waitFor();
    await page.waitForTimeout(settleMs);
    return await page.evaluate(() => {
      const { first, largest, row } = document.documentElement.dataset;
      return { first: Number(first), largest: Number(largest), row: Number(row) };
    });
  } finally {
    await context.close();
  }
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
