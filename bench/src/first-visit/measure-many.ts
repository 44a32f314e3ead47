import { type House, runRelease } from '@tallystick/e2e/src/house/house.ts';
import type { Measure } from '../measures.ts';
import { brotliSize } from './brotli-size.ts';
import { makeRemotes, removeRemotes } from './many-remotes.ts';
import { type Visit, visitHome } from './visit-home.ts';

/** Remotes beside the three of the site, and how many times what three cost the fifty may cost. */
const more = 47;
const maxRatio = 1.05;
/** Visits with each; the fastest counts, because what else the machine does can only slow it. */
const rounds = 8;

/**
 * A first visit to home of a site with three remotes, against the same with fifty, each of which has a build
 * to fall back to: bytes of all that comes until home is shown, and the time until then. The fifty stay.
 */
export async function measureMany(house: House, browser: string): Promise<Measure[]> {
  const visit = async () => {
    const visits: Visit[] = [];
    while (visits.length < rounds) visits.push(await visitHome(`${house.siteUrl}/`, browser, 0));
    return {
      bytes: Math.min(...visits.map(bytesOf)),
      time: Math.min(...visits.map(({ shownAfter }) => shownAfter)),
    };
  };
  const few = await visit();
  for (const version of ['1.0.0', '1.1.0']) {
    const made = await makeRemotes(more, version);
    const names = made.map(({ app, build }) => `${app}@${build}`);
    await runRelease(house.environment, 'publish', ...made.map(({ folder }) => folder));
    await runRelease(house.environment, 'promote', ...names, '--reason', 'to be measured');
    await removeRemotes(made);
  }
  const many = await visit();
  return [
    {
      name: 'first visit to /, 50 remotes, bytes',
      figure: kilobytes(many.bytes),
      peer: `3 remotes ${kilobytes(few.bytes)}`,
      ratio: many.bytes / few.bytes,
      limit: { max: maxRatio },
    },
    {
      name: 'first visit to /, 50 remotes, time',
      figure: `${many.time.toFixed(0)} ms`,
      peer: `3 remotes ${few.time.toFixed(0)} ms`,
      ratio: many.time / few.time,
      limit: { max: maxRatio },
    },
  ];
}

/** In brotli, as the site sends files; the page itself at the quality of which it is made in a hurry. */
function bytesOf({ html, shown }: Visit): number {
  return shown.reduce((sum, { content }) => sum + brotliSize(content), brotliSize(html, 5));
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} KB`;
}
