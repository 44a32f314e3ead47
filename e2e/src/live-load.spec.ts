import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { transfer } from './house/fixture-ledger.ts';
import { recordMainThread } from './house/main-thread.ts';
import { recordLines } from './house/record-lines.ts';
import { shiftsOf, watchShifts } from './house/shifts.ts';
import { sharedHouse, test } from './house/test.ts';

/** `LIVE_SECONDS=60` measures the whole minute; the figures are printed and stand in the report. */
const seconds = Number(process.env.LIVE_SECONDS ?? '6');
const rate = 20;

const seenSchema = v.object({
  pages: v.number(),
  doubled: v.array(v.string()),
  disordered: v.array(v.string()),
  items: v.array(v.string()),
  longTasks: v.array(v.number()),
});

/** Looks at every state that the table shows, as it shows it. */
async function watchTable(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = {
      pages: 0,
      doubled: [] as string[],
      disordered: [] as string[],
      items: new Set<string>(),
      longTasks: [] as number[],
    };
    Reflect.set(window, 'seen', seen);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    const body = document.querySelector('tbody');
    if (!body) return;
    const look = () => {
      seen.pages += 1;
      const links = [...body.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
      const times = [...body.querySelectorAll('time')].map((time) => time.dateTime);
      if (new Set(links).size !== links.length) seen.doubled.push(links.join(' '));
      if (times.join() !== times.toSorted().toReversed().join()) seen.disordered.push(times.join());
      for (const link of links) seen.items.add(link);
    };
    new MutationObserver(look).observe(body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['href'],
    });
  });
}

/** Bytes of the page's heap and number of its nodes, after a collection. */
async function memory(page: Page): Promise<{ heap: number; nodes: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  await devtools.detach();
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heap: read('JSHeapUsedSize'), nodes: read('Nodes') };
}

const college = 'load-college';
/** The `n`th transfer of the college, one a second, long before all others. */
const line = (n: number) =>
  transfer(`load-${n}`, -600_000 + n / 60, {
    feat: { form: 'asset', sort: 'transfer' },
    stat: n % 10,
    cred: college,
    debt: 'loader',
  });

/** Inserts transfers `first` to `last` one by one, `rate` a second, through the service's own door. */
async function insertSteadily(first: number, last: number): Promise<void> {
  const started = performance.now();
  for (let n = first; n <= last; n += 1) {
    const due = started + ((n - first) * 1000) / rate;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    await recordLines(sharedHouse(), [line(n)]);
  }
}

test(`at ${rate} live inserts a second for ${seconds} s the list is right, steady and light`, async ({
  page,
  browser,
}, { annotations }) => {
  test.setTimeout(120_000 + seconds * 4000);
  const start = 20;
  const end = start + rate * seconds;
  await recordLines(sharedHouse(), [
    { record: 'party', kind: 'creator', id: college, name: 'Load College' },
    { record: 'party', kind: 'user', id: 'loader', name: 'Lo Loader' },
    ...Array.from({ length: start }, (_, n) => line(n + 1)),
  ]);
  await watchShifts(page);
  await page.goto(`/creator/${college}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByText(`1 - 10 of ${start}`, { exact: true })).toBeVisible();
  // The first updates compile what the later ones run.
  await insertSteadily(start + 1, start + rate);
  await expect(page.getByText(`1 - 10 of ${start + rate}`, { exact: true })).toBeVisible();
  await watchTable(page);
  const before = await memory(page);

  const began = performance.now();
  let took = 0;
  const thread = await recordMainThread(browser, page, async () => {
    await insertSteadily(start + rate + 1, end + rate);
    took = (performance.now() - began) / 1000;
    await expect(page.getByText(`1 - 10 of ${end + rate}`, { exact: true })).toBeVisible();
  });
  const after = await memory(page);
  const seen = v.parse(
    seenSchema,
    await page.evaluate(() => {
      const found = Reflect.get(window, 'seen');
      return { ...found, items: [...found.items] };
    }),
  );
  const shown = await page
    .locator('tbody a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const figures = {
    seconds,
    insertsPerSecond: Math.round((rate * seconds * 10) / took) / 10,
    changesOfTheTable: seen.pages,
    shownAtSomeTime: seen.items.length,
    mainThread: thread,
    longTasks: seen.longTasks,
    before,
    after,
  };
  annotations.push({ type: 'figures', description: JSON.stringify(figures) });
  console.log(JSON.stringify(figures));

  expect(seen.doubled).toEqual([]);
  expect(seen.disordered).toEqual([]);
  expect(shown).toEqual(Array.from({ length: 10 }, (_, n) => `/tx/tally-load-${end + rate - n}`));
  // On a machine that does much else one task of thousands may be slow; an update that is too dear would
  // be so four times a second.
  expect(thread.longestOwn[4]).toBeLessThan(50);
  expect(await shiftsOf(page)).toEqual([]);
  expect(after.heap - before.heap).toBeLessThan(2_000_000);
  expect(after.nodes - before.nodes).toBeLessThan(300);
});
