import type { Browser, Page } from '@playwright/test';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import type { Measure, Measured } from '../../measures/measures.ts';
import { quantile } from '../../measures/times.ts';
import { withSiteInBrowser } from '../../servers/with-site.ts';
import { eventTimes, watchEvents } from './event-times.ts';

/** How many times slower the processor is made. */
const slowness = 4;
/** What the web calls a good interaction to next paint, at the 75th percentile, in milliseconds. */
const maxMs = 200;
const word = 'north college';
const suggested = 'harbour';

interface Interaction {
  name: string;
  path: string;
  /** Inputs that `act` makes: keys and clicks. */
  inputs: number;
  act: (page: Page) => Promise<unknown>;
}

const clicks = async (page: Page, times: number, name: RegExp | string) => {
  for (let n = 0; n < times; n += 1) {
    await page.getByRole('button', { name }).click();
    await page.waitForTimeout(300);
  }
};

const interactions: readonly Interaction[] = [
  {
    name: 'typing in the search of a list',
    path: '/transfers',
    inputs: word.length,
    act: (page) =>
      page.getByRole('main').getByRole('searchbox').pressSequentially(word, { delay: 120 }),
  },
  {
    name: 'typing in the search of the bar, with suggestions',
    path: '/',
    inputs: suggested.length,
    act: async (page) => {
      const field = page.getByRole('banner').getByRole('combobox');
      await field.pressSequentially(suggested, { delay: 200 });
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'opening the filters and choosing two of each kind',
    path: '/transfers',
    inputs: 7,
    act: async (page) => {
      await clicks(page, 1, /^Filters/);
      const panel = page.getByRole('region', { name: 'Filter by' });
      for (const [role, ...names] of [
        ['checkbox', /^Created \(0\)/, /^Closed/],
        ['radio', /^Credential/, /^Data/],
        ['link', /^Last 7 days/, /^Last 30 days/],
      ] as const) {
        for (const name of names) {
          await panel.getByRole(role, { name }).first().click();
          await page.waitForTimeout(500);
        }
      }
    },
  },
  {
    name: 'Pause and Resume',
    path: '/',
    inputs: 6,
    act: (page) => clicks(page, 6, /^(Pause|Resume)/),
  },
  {
    name: 'going from page to page by the menu',
    path: '/',
    inputs: 6,
    act: async (page) => {
      for (const name of ['Assets', 'Transfers', 'Home', 'Assets', 'Transfers', 'Home']) {
        await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
        await page.waitForTimeout(700);
      }
    },
  },
];

/** How long people wait for the site after a key or a click, on a slow processor. */
export async function measureInteractions(): Promise<Measured> {
  const measures = await withSiteInBrowser(measureEach);
  return { measures, details: [`The processor is ${slowness} times slower than it is.`] };
}

async function measureEach({ siteUrl: baseURL }: House, browser: Browser): Promise<Measure[]> {
  const page = await browser.newPage({ baseURL });
  await watchEvents(page);
  const measures: Measure[] = [];
  for (const { name, path, inputs, act } of interactions) {
    await page.goto(path);
    await page.getByRole('table').first().getByRole('row').nth(1).waitFor();
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    const empty = quantile(await eventTimes(page, 10, () => emptyHandler(page)), 0.75);
    const took = quantile(await eventTimes(page, inputs, () => act(page)), 0.75);
    await slow.detach();
    measures.push({
      name: `${name}, p75`,
      figure: `${took} ms, ${(took / empty).toFixed(1)} x an empty handler's ${empty} ms`,
      peer: `${maxMs} ms`,
      ratio: took / maxMs,
      limit: { max: 1 },
    });
  }
  return measures;
}

/** Clicks a button in the same page that does nothing. */
async function emptyHandler(page: Page): Promise<void> {
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'Nothing';
    button.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9999';
    button.addEventListener('click', () => {});
    document.body.append(button);
  });
  await clicks(page, 10, 'Nothing');
  await page.getByRole('button', { name: 'Nothing' }).evaluate((button) => button.remove());
}
