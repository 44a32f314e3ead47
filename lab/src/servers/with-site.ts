import type { Browser } from '@playwright/test';
import type { Running } from '@tallystick/e2e/src/house/command.ts';
import {
  type House,
  prepareHouse,
  removeHouse,
  startHouse,
  stopHouse,
} from '@tallystick/e2e/src/house/house.ts';
import { launchChromium } from './chromium.ts';

type Settings = Readonly<Record<string, string>>;
type Use<T> = (site: House) => Promise<T>;

/** Gives a site as `npm start` brings it up, with these settings, and a sample ledger so that lists have rows. */
export const withSite = <T>(use: Use<T>, settings: Settings = {}): Promise<T> =>
  withHouse(use, { DEMO: 'on', ...settings }, startHouse);

/** Gives a site with these settings, which `start` starts. */
export async function withHouse<T>(
  use: Use<T>,
  settings: Settings,
  start: (house: House) => Promise<Running>,
): Promise<T> {
  const prepared = await prepareHouse();
  const site = { ...prepared, environment: { ...prepared.environment, ...settings } };
  const running = await start(site);
  try {
    return await use(site);
  } finally {
    await stopHouse(running);
    await removeHouse(site);
  }
}

/** Gives such a site, and a browser that asks for nothing of its own accord. */
export async function withSiteInBrowser<T>(
  use: (site: House, browser: Browser) => Promise<T>,
  settings?: Settings,
): Promise<T> {
  await using browser = await launchChromium();
  return await withSite((site) => use(site, browser), settings);
}
