import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { compared, inUnits, type Measured, together } from '../../measures/measures.ts';
import { withSiteInBrowser } from '../../servers/with-site.ts';
import { brotliSize, brotliSizes } from './brotli-size.ts';
import { networkLevels } from './levels.ts';
import { measureMany } from './measure-many.ts';
import { measurePaints } from './measure-paints.ts';
import { buildOneBundle, type OneBundle } from './one-bundle.ts';
import { type LoadedFile, visitHome } from './visit-home.ts';

/** How many times the script of one bundle a first visit to home may load. */
const maxRatio = 1.3;
const maxLevels = 2;
const kilobytes = inUnits('KB', 1, 1_000);

/**
 * What a first visit loads of a site as `npm start` brings it up, and how soon it paints, against the same app as one
 * bundle. `details` are lines about each file.
 */
export async function measureFirstVisit(): Promise<Measured> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-bundle-'));
  const bundle = await buildOneBundle(folder.path);
  return await withSiteInBrowser(
    async (site, browser) => {
      const paints = await measurePaints(site, browser, bundle);
      const loads = await measureLoads(site, browser, bundle);
      const many = await measureMany(site, browser);
      return together([paints, { measures: many, details: [] }, loads]);
    },
    { SERVER_RENDERING: 'on' },
  );
}

/** Scripts until home is shown against the same app as one bundle, and network levels. */
async function measureLoads(
  { siteUrl }: House,
  browser: Browser,
  bundle: OneBundle,
): Promise<Measured> {
  const url = `${siteUrl}/`;
  const { html, shown, later, requests } = await visitHome(url, browser);
  const script = inlineSize(html) + brotliSizes(shown.filter(isScript));
  const whole = bundle.scripts.map(async (file) => ({
    content: await readFile(join(bundle.folder, file)),
  }));
  const ofBundle = brotliSizes(await Promise.all(whole));
  const levels = networkLevels(url, shown);
  return {
    measures: [
      compared('first visit to /, JS', kilobytes, script, ['as one bundle', ofBundle], {
        max: maxRatio,
      }),
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
        brotliSizes(later.filter(isScript)),
      )}`,
    ],
  };
}

/** The size of the scripts that stand in a page, in bytes of brotli. */
function inlineSize(html: Buffer): number {
  const scripts = [...html.toString().matchAll(/<script>(.*?)<\/script>/gs)];
  return brotliSizes(scripts.map(([, text = '']) => ({ content: Buffer.from(text) })));
}

function isScript({ url }: LoadedFile): boolean {
  return url.endsWith('.js');
}

function lineOf({ url, content }: LoadedFile, when: string): string {
  const path = new URL(url).pathname.replace('/artifacts/', '');
  return `  ${kilobytes(brotliSize(content)).padStart(9)}  ${path}  ${when}`;
}
