import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  prepareHouse,
  removeHouse,
  startHouse,
  stopHouse,
} from '@tallystick/e2e/src/house/house.ts';
import { openChildren } from '@tallystick/tools/src/process/children.ts';
import { inProject, root } from '@tallystick/tools/src/project.ts';
import { findChromium } from '@tallystick/tools/src/test/chromium.ts';
import { commandRunner } from '@tallystick/tools/src/test/command.ts';
import type { Measure } from '../measures.ts';
import { brotliSize } from './brotli-size.ts';
import { networkLevels } from './levels.ts';
import { measureMany } from './measure-many.ts';
import { buildOneBundle } from './one-bundle.ts';
import { type LoadedFile, openBrowser, visitHome } from './visit-home.ts';

/** How many times the script of one bundle a first visit to home may load. */
const maxRatio = 1.3;
const maxLevels = 2;

/**
 * What a first visit to home loads of a site as `npm start` brings it up: scripts until home is
 * shown against the same app as one bundle, and network levels. `details`
 * are lines about each file.
 */
export async function measureFirstVisit(): Promise<{ measures: Measure[]; details: string[] }> {
  const run = commandRunner(openChildren(inProject('test-results/logs')));
  const chromium = await findChromium(run);
  if (chromium === undefined) throw new Error('No Chromium is to be had; set CHROMIUM_PATH.');
  const browser = await openBrowser(chromium);
  const house = await prepareHouse();
  // With a sample ledger, so that home has rows.
  const running = await startHouse({ ...house, environment: { ...house.environment, DEMO: 'on' } });
  try {
    const url = `${house.siteUrl}/`;
    const { html, shown, later, requests } = await visitHome(url, browser);
    const bundle = await buildOneBundle(root, await remotes());
    const script = inlineSize(html) + sizeOf(shown.filter(isScript));
    const levels = networkLevels(url, shown);
    const many = await measureMany(house, browser);
    return {
      measures: [
        ...many,
        {
          name: 'first visit to /, JS',
          figure: kilobytes(script),
          peer: `as one bundle ${kilobytes(bundle)}`,
          ratio: script / bundle,
          limit: { max: maxRatio },
        },
        {
          name: 'first visit to /, levels',
          figure: `${levels} levels, ${requests} requests`,
          peer: `${maxLevels} levels`,
          ratio: levels / maxLevels,
          limit: { max: 1 },
        },
      ],
      details: [
        `Home, in brotli: HTML ${kilobytes(brotliSize(html))} with the release inlined, and script of`,
        `  ${kilobytes(inlineSize(html)).padStart(9)}  that stands in it,`,
        ...shown.map((file) => lineOf(file, 'until it is shown')),
        ...later.map((file) => lineOf(file, 'after it is shown')),
        `Scripts after it is shown (the live feed, and what an open tab needs): ${kilobytes(
          sizeOf(later.filter(isScript)),
        )}`,
      ],
    };
  } finally {
    await browser.close();
    await stopHouse(running);
    await removeHouse(house);
  }
}

async function remotes(): Promise<string[]> {
  const folders = (await readdir(root, { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  );
  const found = await Promise.all(
    folders.map(async ({ name }) =>
      (await readdir(join(root, name))).includes('remote.json') ? [name] : [],
    ),
  );
  return found.flat();
}

/** Of the scripts that stand in a page, in bytes of brotli. */
function inlineSize(html: Buffer): number {
  const scripts = html.toString().matchAll(/<script>(.*?)<\/script>/gs);
  return [...scripts].reduce((all, [, text = '']) => all + brotliSize(Buffer.from(text)), 0);
}

function isScript({ url }: LoadedFile): boolean {
  return url.endsWith('.js');
}

function sizeOf(files: readonly LoadedFile[]): number {
  return files.reduce((all, { content }) => all + brotliSize(content), 0);
}

function lineOf({ url, content }: LoadedFile, when: string): string {
  const path = new URL(url).pathname.replace('/artifacts/', '');
  return `  ${kilobytes(brotliSize(content)).padStart(9)}  ${path}  ${when}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} KB`;
}
