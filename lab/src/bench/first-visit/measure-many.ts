import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type House, makeLive } from '@tallystick/e2e/src/house/house.ts';
import { compared, inUnits, type Measure } from '../../measures/measures.ts';
import { median } from '../../measures/times.ts';
import { withSite } from '../../servers/with-site.ts';
import { brotliSize, brotliSizes } from './brotli-size.ts';
import { makeRemotes } from './many-remotes.ts';
import { quickQuality } from './rendered-html.ts';
import { type Visit, visitHome } from './visit-home.ts';

/** How many times what three remotes cost the fifty may cost. */
const maxRatio = 1.05;
/** Visits of each site, by turns, so that what else the machine does slows both. */
const rounds = 24;

/**
 * A first visit to home of `few`, a site with three remotes, against one of a site with fifty. Each
 * of the fifty has a build to fall back to. Measured are the bytes of all that comes until home is
 * shown, and the time until then.
 */
export async function measureMany(few: House, browser: Browser): Promise<Measure[]> {
  return await withSite((many) => measureBoth(few, many, browser), { SERVER_RENDERING: 'on' });
}

async function measureBoth(few: House, many: House, browser: Browser): Promise<Measure[]> {
  for (const version of ['1.0.0', '1.1.0']) await releaseMore(many, version);
  const visits: { few: Visit; many: Visit }[] = [];
  const visit = ({ siteUrl }: House) => visitHome(`${siteUrl}/`, browser, 0);
  // The first visit of each is the one in which a server or the browser makes what it then keeps.
  for (const house of [few, many]) await visit(house);
  while (visits.length < rounds) {
    const [one, other] = visits.length % 2 === 0 ? [few, many] : [many, few];
    const [first, second] = [await visit(one), await visit(other)];
    visits.push(one === few ? { few: first, many: second } : { few: second, many: first });
  }
  return [
    measure('bytes', visits, bytesOf, inUnits('KB', 1, 1_000)),
    measure('time', visits, ({ shownAfter }) => shownAfter, inUnits('ms')),
  ];
}

async function releaseMore({ environment }: House, version: string): Promise<void> {
  await using home = await mkdtempDisposable(join(tmpdir(), 'tallystick-remotes-'));
  await makeLive(environment, await makeRemotes(home.path, version), 'to be measured');
}

function measure(
  what: string,
  visits: readonly { few: Visit; many: Visit }[],
  of: (visit: Visit) => number,
  words: (number: number) => string,
): Measure {
  const few = median(visits.map((visit) => of(visit.few)));
  const many = median(visits.map((visit) => of(visit.many)));
  const name = `first visit to /, 50 remotes, ${what}`;
  return compared(name, words, many, ['3 remotes', few], { max: maxRatio });
}

/** In brotli, as the site sends files; the page itself at the quality of which it is made in a hurry. */
const bytesOf = ({ html, shown }: Visit): number =>
  brotliSize(html, quickQuality) + brotliSizes(shown);
