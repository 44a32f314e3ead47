import type { Browser } from '@playwright/test';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { compared, inUnits, type Measure, type Measured } from '../../measures/measures.ts';
import { median } from '../../measures/times.ts';
import { openVisitor } from '../rendering/visitor.ts';
import { serveBundle } from './bundle-site.ts';
import type { OneBundle } from './one-bundle.ts';
import { rowsIn, type Way } from './rendered-html.ts';
import { type Paints, slowly, visitSlowly } from './visit-slowly.ts';

const rounds = 7;
const paths = ['/', '/transfers'];
const rows = 10;
/** What the browser has once it has taken a page over, or drawn it. */
const shown = 'html[data-shown]';
const others: readonly { way: Way; name: string; until: string }[] = [
  { way: 'bundle', name: 'one bundle', until: shown },
  { way: 'inlined', name: 'one bundle with its data', until: shown },
  { way: 'still', name: 'itself without scripts', until: 'tbody tr' },
  { way: 'empty', name: 'an empty page', until: 'p' },
];
/** How much it may take of the largest paint's time of one bundle, of that with its data, and of itself without scripts. */
const maxOf = { bundle: 0.6, inlined: 0.8, still: 1.3 };

type Seen = Record<Way | 'site', Paints[]>;

/**
 * How soon a phone shows a page of which it has nothing yet, as the site server renders it. The same
 * app draws it in turn as one bundle, without and with its data in the page. The rendered
 * page without its scripts, and an empty one of as many bytes, are for comparison.
 */
export async function measurePaints(
  { siteUrl, ledgerUrl }: House,
  browser: Browser,
  bundle: OneBundle,
): Promise<Measured> {
  const pages = new Map<string, string>();
  const visitor = openVisitor(siteUrl, '203.0.113.7');
  for (const path of paths) pages.set(path, await visitor.rendered(path));
  visitor.close();
  await using ended = new AsyncDisposableStack();
  const sites = await Promise.all(
    others.map(async ({ way, until }) => {
      const { url, close } = await serveBundle(bundle, way, pages, ledgerUrl);
      ended.defer(close);
      return { way, url, until };
    }),
  );
  const all = [{ way: 'site' as const, url: siteUrl, until: shown }, ...sites];
  const measures: Measure[] = [];
  const details: string[] = [];
  for (const path of paths) {
    const seen: Seen = { site: [], bundle: [], inlined: [], still: [], empty: [] };
    // The first round is the one in which servers and the browser make what they then keep.
    for (let round = -1; round < rounds; round += 1) {
      for (const { way, url, until } of all) {
        const paints = await visitSlowly(browser, url + path, until);
        if (round >= 0) seen[way].push(paints);
      }
    }
    measures.push(...measuresOf(path, seen, pages.get(path) ?? ''));
    const ratio = largestOf(seen.still) / largestOf(seen.empty);
    details.push(
      `${path}: an empty page of as many bytes ${words(seen.empty)}; without scripts its content takes ${ratio.toFixed(2)} times that.`,
    );
  }
  const what = 'the largest paint / the first / the first row / the first byte, in milliseconds';
  return { measures, details: [...details, `Paints at ${slowly}: ${what}, medians of ${rounds}.`] };
}

function measuresOf(path: string, seen: Seen, html: string): Measure[] {
  const ofOthers = (['bundle', 'inlined', 'still'] as const).map((way) => ({
    name: `${path}, largest paint`,
    figure: words(seen.site),
    peer: `${others.find((other) => other.way === way)?.name} ${words(seen[way])}`,
    ratio: largestOf(seen.site) / largestOf(seen[way]),
    limit: { max: maxOf[way] },
  }));
  return [
    ...ofOthers,
    compared(`${path}, rows in the first answer`, inUnits('rows'), rowsIn(html), ['', rows], {
      min: 1,
    }),
  ];
}

const largestOf = (paints: readonly Paints[]) => median(paints.map(({ largest }) => largest));

function words(paints: readonly Paints[]): string {
  return (['largest', 'first', 'row', 'byte'] as const)
    .map((of) => median(paints.map((one) => one[of])).toFixed(0))
    .join(' / ');
}
