import type { Browser, Page } from '@playwright/test';
import { comesLive } from '../house/comes-live.ts';
import type { Desk } from '../house/release-desk.ts';
import type { SideHouse } from '../house/side-house.ts';
import type { Visit } from './running-code.ts';

export type Which = 'one' | 'two';

/** A remote that is checked, two builds of which are published. */
export interface Subject {
  /** The name of its bundler, for people. */
  label: string;
  app: string;
  /** A page of it: a declared route without a parameter. */
  path: string;
  builds: Readonly<Record<Which, string>>;
  /** The arguments that give `tallystick-release` the first build: its folder, and options. */
  folder: readonly string[];
  /** The first visit to the page of its first build, once there was one. */
  visit?: Visit;
  /** Publishes the first build once more under another id, which nobody has asked for; answers that. */
  publishAgain(): Promise<string>;
  /** Checks what its page shows, where that is known. */
  expectPage?(page: Page, which: Which): Promise<void>;
}

/** Where subjects are checked. */
export interface Stage {
  house: SideHouse;
  desk: Desk;
  browser: Browser;
}

/** Makes a build live, unless it is. */
export async function ship(
  { desk, house }: Pick<Stage, 'desk' | 'house'>,
  { app, builds: known }: Pick<Subject, 'app' | 'builds'>,
  which: Which,
): Promise<void> {
  const { current, condemned } = await desk.board();
  if (current?.builds[app] === known[which]) return;
  const builds = { [app]: known[which] };
  // What an earlier check recalled stays so until somebody ends that.
  if (condemned.some((one) => one.app === app && one.build === known[which])) {
    await desk.change({ kind: 'unhold', apps: [app], builds, reason: 'a check of it' });
  }
  await desk.change({ kind: 'promote', builds, reason: 'a check of it' });
  await comesLive(house, app, known[which]);
}

/** Does something in a browser that has never seen the site. */
export async function inNewBrowser<Result>(
  { browser }: Stage,
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  try {
    return await act(page);
  } finally {
    // A handler that answers in the site's place may still be at work.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}
