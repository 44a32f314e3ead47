import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import type { Browser } from 'playwright';
import type { Measured } from '../measures.ts';
import { withBrowser, withSite } from '../site-in-browser.ts';
import { brotliSize } from './brotli-size.ts';
import { networkLevels } from './levels.ts';
import { measureMany } from './measure-many.ts';
import { measurePaints } from './measure-paints.ts';
import { buildOneBundle, type OneBundle } from './one-bundle.ts';
import { type LoadedFile, visitHome } from './visit-home.ts';

/** How many times the script of one bundle a first visit to home may load. */
const maxRatio = 1.3;
const maxLevels = 2;

/**
 * What a first visit loads of a site as `npm start` brings it up, and how soon it paints, against the same app as one
 * bundle. `details` are lines about each file.
 */
export async function measureFirstVisit(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-bundle-'));
  try {
    const bundle = await buildOneBundle(folder);
    return await withBrowser((browser) =>
      withSite(
        async (site) => {
          const paints = await measurePaints(site, browser, bundle);
          const loads = await measureLoads(site, browser, bundle);
          const many = await measureMany(site, browser);
          return {
            measures: [...paints.measures, ...many, ...loads.measures],
            details: [...paints.details, ...loads.details],
          };
        },
        { SERVER_RENDERING: 'on' },
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Scripts until home is shown against the same app as one bundle, and network levels. */
async function measureLoads(
  { siteUrl }: House,
  browser: Browser,
  bundle: OneBundle,
): Promise<Measured> {
  const url = `${siteUrl}/`;
  const { html, shown, later, requests } = await visitHome(url, browser);
  const script = inlineSize(html) + sizeOf(shown.filter(isScript));
  const whole = await Promise.all(
    bundle.scripts.map(async (file) => brotliSize(await readFile(join(bundle.folder, file)))),
  );
  const ofBundle = whole.reduce((all, size) => all + size, 0);
  const levels = networkLevels(url, shown);
  return {
    measures: [
      {
        name: 'first visit to /, JS',
        figure: kilobytes(script),
        peer: `as one bundle ${kilobytes(ofBundle)}`,
        ratio: script / ofBundle,
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
