import {
  prepareHouse,
  removeHouse,
  startHouse,
  stopHouse,
} from '@tallystick/e2e/src/house/house.ts';
import { openChildren } from '@tallystick/tools/src/process/children.ts';
import { inProject } from '@tallystick/tools/src/project.ts';
import { findChromium } from '@tallystick/tools/src/test/chromium.ts';
import { commandRunner } from '@tallystick/tools/src/test/command.ts';
import { openBrowser } from '../first-visit/visit-home.ts';
import { type Measure, median } from '../measures.ts';
import { type Paints, slowly, visitSlowly } from './visit-slowly.ts';

const rounds = 7;
const pages = ['/', '/transfers', '/assets'];
/** How much of the time that it takes the browser alone, until the largest paint. */
const maxRatio = 0.6;

interface Seen {
  page: string;
  on: Paints[];
  off: Paints[];
}

/**
 * How soon a phone shows a page that it has nothing of: rendered by the site server, against the same site whose pages
 * the browser draws, by turns.
 */
export async function measureRendering(): Promise<{ measures: Measure[]; details: string[] }> {
  const run = commandRunner(openChildren(inProject('test-results/logs')));
  const executablePath = await findChromium(run);
  if (executablePath === undefined) throw new Error('No Chromium is to be had; set CHROMIUM_PATH.');
  const start = async (rendering: 'on' | 'off') => {
    const house = await prepareHouse();
    const more = { DEMO: 'on', SERVER_RENDERING: rendering };
    const running = await startHouse({ ...house, environment: { ...house.environment, ...more } });
    return { house, running };
  };
  const [on, off] = [await start('on'), await start('off')];
  const browser = await openBrowser(executablePath);
  const seen = pages.map((page): Seen => ({ page, on: [], off: [] }));
  try {
    // The first round is the one in which servers make what they then keep.
    for (let round = -1; round < rounds; round += 1) {
      for (const one of seen) {
        const rendered = await visitSlowly(browser, on.house.siteUrl + one.page);
        const drawn = await visitSlowly(browser, off.house.siteUrl + one.page);
        if (round < 0) continue;
        one.on.push(rendered);
        one.off.push(drawn);
      }
    }
  } finally {
    await browser.close();
    for (const { house, running } of [on, off]) {
      await stopHouse(running);
      await removeHouse(house);
    }
  }
  return {
    measures: seen.map(({ page, on, off }) => ({
      name: `${page}, largest paint`,
      figure: words(on),
      peer: `drawn by the browser ${words(off)}`,
      ratio: median(on.map(({ largest }) => largest)) / median(off.map(({ largest }) => largest)),
      limit: { max: maxRatio },
    })),
    details: [`${slowly}: the largest paint / the first / the first row, in milliseconds.`],
  };
}

function words(paints: readonly Paints[]): string {
  return [({ largest }: Paints) => largest, ({ first }: Paints) => first, ({ row }: Paints) => row]
    .map((of) => median(paints.map(of)).toFixed(0))
    .join(' / ');
}
