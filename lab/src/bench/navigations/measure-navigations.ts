import type { Browser, Page } from '@playwright/test';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { compared, inUnits, type Measure, type Measured } from '../../measures/measures.ts';
import { median } from '../../measures/times.ts';
import { withSiteInBrowser } from '../../servers/with-site.ts';
import { paintedAfter } from './painted-after.ts';

/** Milliseconds that each answer takes longer than on this machine, as over a slow mobile network. */
const latencyMs = 400;
/** Milliseconds that somebody points at a link before the click. */
const pointsMs = 300;
const rounds = 8;
const maxRatio = 0.8;

const rowsOf = (page: string) => `main[aria-label="${page}"] tbody a[data-opens-row]`;
/** A click anywhere in a row opens it. */
const date = 'main table tbody tr:first-child td:last-child';
/** What the row does not say: the ways to what stands beside it. */
const beside = 'main section nav';

/**
 * How long people wait for the next page, and for the one that they go back to. It is compared with
 * the same site in a browser that saves data. There nothing is loaded ahead, and the browser does
 * not say where in its history it is.
 */
export async function measureNavigations(): Promise<Measured> {
  const times = await withSiteInBrowser(walkByTurns);
  const measure = (name: string, of: (times: Times) => number): Measure => {
    const ahead = median(times.map((one) => of(one.ahead)));
    const plain = median(times.map((one) => of(one.plain)));
    return compared(name, inUnits('ms'), ahead, ['nothing ahead', plain], { max: maxRatio });
  };
  return {
    measures: [
      measure('from a click on a row to what it does not say', ({ details }) => details),
      measure('from a click in the menu to the rows of a list', ({ list }) => list),
      measure('from going back to the rows of the list', ({ back }) => back),
    ],
    details: [`Each answer takes ${latencyMs} ms more; a link is pointed at for ${pointsMs} ms.`],
  };
}

async function walkByTurns({ siteUrl }: House, browser: Browser) {
  const times: { ahead: Times; plain: Times }[] = [];
  // The first round is the one in which a server makes what it then keeps.
  for (let round = -1; round < rounds; round += 1) {
    const ahead = await walk(browser, siteUrl, true);
    const plain = await walk(browser, siteUrl, false);
    if (round >= 0) times.push({ ahead, plain });
  }
  return times;
}

/** Milliseconds until each was painted. */
type Times = Awaited<ReturnType<typeof walk>>;

/** From Home to a transaction and back, and to a list, in a browser of its own. */
async function walk(browser: Browser, siteUrl: string, ahead: boolean) {
  await using page = await browser.newPage({ baseURL: siteUrl });
  if (!ahead) await page.addInitScript(turnOff);
  await page.goto('/');
  await page.locator(rowsOf('Home')).first().waitFor();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const details = await follow(page, date, '/tx/', beside);
  const back = await paintedAfter(page, '/', rowsOf('Home'), () =>
    page.evaluate(() => history.back()),
  );
  const list = await follow(page, 'header a[href="/assets"]', '/assets', rowsOf('Assets'));
  return { details, back, list };
}

async function follow(page: Page, link: string, path: string, shown: string): Promise<number> {
  const target = page.locator(link).first();
  await target.hover();
  await page.waitForTimeout(pointsMs);
  return paintedAfter(page, path, shown, () => target.click());
}

/** Runs in the page, before its own scripts. */
function turnOff(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  Object.defineProperty(window.navigation, 'currentEntry', { value: null });
}
