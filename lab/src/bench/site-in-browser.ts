import { type Browser, chromium } from '@playwright/test';
import {
  type House,
  prepareHouse,
  removeHouse,
  startHouse,
  stopHouse,
} from '@tallystick/e2e/src/house/house.ts';
import { openChildren } from '@tallystick/tools/src/process/children.ts';
import { inProject } from '@tallystick/tools/src/project.ts';
import { findChromium } from '@tallystick/tools/src/test/chromium.ts';
import { commandRunner } from '@tallystick/tools/src/test/command.ts';

/** Gives a site as `npm start` brings it up, with these settings, and a sample ledger so that lists have rows. */
export async function withSite<T>(
  use: (site: House) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const prepared = await prepareHouse();
  const site = { ...prepared, environment: { ...prepared.environment, DEMO: 'on', ...settings } };
  const running = await startHouse(site);
  try {
    return await use(site);
  } finally {
    await stopHouse(running);
    await removeHouse(site);
  }
}

/** Where a Chromium is, which is installed where there is none; undefined: none is to be had. */
export const findBrowser = (): Promise<string | undefined> =>
  findChromium(commandRunner(openChildren(inProject('test-results/logs'))));

/** Gives such a site, and a browser that asks for nothing of its own accord. */
export async function withSiteInBrowser<T>(
  use: (site: House, browser: Browser) => Promise<T>,
  settings?: Readonly<Record<string, string>>,
): Promise<T> {
  const executablePath = await findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium is to be had; set CHROMIUM_PATH.');
  await using browser = await chromium.launch({ executablePath });
  return await withSite((site) => use(site, browser), settings);
}
