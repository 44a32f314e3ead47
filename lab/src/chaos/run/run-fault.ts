import type { Browser, Page } from '@playwright/test';
import { hears, isCached } from '@tallystick/e2e/src/house/open-page.ts';
import { within } from '@tallystick/timing/within';
import type { Fault, Way } from '../faults/fault.ts';
import { type Testbed, victims } from '../testbed/testbed.ts';
import { until } from '../watch/until.ts';
import { watchPage } from '../watch/watch-page.ts';
import { judge, type Outcome } from './outcome.ts';

/** Milliseconds that a fault may take to show something useful, and to be recovered from. */
const timeoutMs = { useful: 45_000, recovery: 60_000 } as const;
/**
 * Milliseconds in which a fault begins, or ends: one that hangs must not hold up the others. More than a server entry's
 * fault waits for its builds.
 */
const turnMs = 120_000;
/** Milliseconds until each other page of the site is there. */
const restMs = 15_000;

/** A page that people want to see, and the way to it within the site. */
interface Goal {
  path: string;
  heading: string;
  /** Whether it is there. */
  isThere(page: Page): Promise<boolean>;
  go(page: Page): Promise<void>;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

const account: Goal = {
  ...victims.account,
  isThere: (page) => isHeading(page, victims.account.heading),
  go: (page) => page.getByRole('banner').getByRole('link', { name: 'Account' }).click(),
};
const list: Goal = {
  ...victims.list,
  isThere: async (page) =>
    (await isHeading(page, victims.list.heading)) &&
    (await page.getByRole('main').getByRole('row').getByRole('link').count()) > 0,
  go: (page) => menu(page).getByRole('link', { name: 'Transfers' }).click(),
};

type Meet = (page: Page, goal: Goal, siteUrl: string) => Promise<unknown>;

const go: Meet = (page, goal) => goal.go(page);
const load: Meet = (page, { path }, siteUrl) => page.goto(siteUrl + path, { waitUntil: 'commit' });
const again: Meet = (page) => page.reload({ waitUntil: 'commit', timeout: timeoutMs.useful });

/** What somebody wants to see, where that somebody comes from (null: from nowhere), and what meets the fault. */
const ways: Readonly<Record<Way, { goal: Goal; start: Goal | null; meet: Meet }>> = {
  'to-account': { goal: account, start: list, meet: go },
  'to-list': { goal: list, start: account, meet: go },
  again: { goal: account, start: account, meet: again },
  first: { goal: account, start: null, meet: load },
  'first-list': { goal: list, start: null, meet: load },
  stay: { goal: list, start: list, meet: async () => {} },
};

/**
 * Lets somebody meet a fault in a browser of their own, and tells what they saw.
 *
 * @param picture where to put a picture of the page if something is wrong
 */
export async function runFault(
  fault: Fault,
  testbed: Testbed,
  browser: Browser,
  picture: string,
): Promise<Outcome> {
  const { goal, start, meet } = ways[fault.way];
  const context = await browser.newContext({
    locale: 'en-GB',
    serviceWorkers: fault.offlineCache === true ? 'allow' : 'block',
  });
  try {
    await within(turnMs, fault.prepare?.(testbed) ?? Promise.resolve());
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const watch = await watchPage(page);
    if (start !== null) await arrive(page, testbed.siteUrl + start.path, start, fault);
    await within(turnMs, fault.begin(testbed));
    const from = Date.now();
    await meet(page, goal, testbed.siteUrl).catch(() => {});
    const healed = await until(timeoutMs.useful, async () => {
      if (await goal.isThere(page)) return Date.now() - from;
      return watch.snapshots.at(-1)?.main === 'notice' ? 'notice' : null;
    });
    const looked = Date.now();
    const restWorks = fault.costs === 'page' || (await tryTheRest(page, goal));
    const met = fault.met?.(testbed) ?? null;
    await within(turnMs, fault.end(testbed));
    const ended = Date.now();
    const recovered = await until(timeoutMs.recovery, async () => {
      if (await goal.isThere(page)) return Date.now() - ended;
      await tryAgain(page);
      return null;
    });
    const outcome = judge({
      fault,
      ...watch,
      from,
      looked,
      until: Date.now(),
      healed: typeof healed === 'number' ? healed : null,
      recovered,
      restWorks,
      met,
      // The list's good build is one to fall back to only where a wrong one is live.
      before: fault.prepare === undefined ? testbed.before.slice(0, 1) : testbed.before,
      wanted: goal.heading,
    });
    if (outcome.wrong.length > 0) await page.screenshot({ path: picture }).catch(() => {});
    return outcome;
  } finally {
    await within(turnMs, fault.end(testbed)).catch(() => {});
    await context.close();
  }
}

async function arrive(page: Page, address: string, start: Goal, fault: Fault): Promise<void> {
  await page.goto(address, { timeout: timeoutMs.useful });
  const there = await until(timeoutMs.useful, async () => {
    // A link that came rendered is there before it leads on within the page.
    await hears(page);
    if (fault.offlineCache === true && !(await isCached(page))) return null;
    return (await start.isThere(page)) || null;
  });
  if (there === null) throw new Error(`${address} was not there before the fault.`);
}

/** The frame stands, its own pages and another remote's come, and the way back is open. */
async function tryTheRest(page: Page, goal: Goal): Promise<boolean> {
  const other = goal === account ? list : account;
  try {
    await menu(page).getByRole('link', { name: 'API' }).click();
    const own = await until(restMs, async () => (await isHeading(page, 'API')) || null);
    // The list's own service may be what is wrong: its page is there all the same, without rows.
    await other.go(page);
    const others = await until(restMs, async () => (await isHeading(page, other.heading)) || null);
    await goal.go(page);
    return own !== null && others !== null;
  } catch {
    return false;
  }
}

/** As somebody does who reads the notice. */
async function tryAgain(page: Page): Promise<void> {
  const again = page.getByRole('main').getByText(/^(?:Try again|Load again)$/);
  await again
    .first()
    .click({ timeout: 500 })
    .catch(() => {});
}

async function isHeading(page: Page, text: string): Promise<boolean> {
  const heading = page.getByRole('main').getByRole('heading', { name: text, exact: true });
  return (await heading.count()) > 0 && (await heading.last().isVisible());
}
