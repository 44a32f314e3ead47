import { judge } from './rule.ts';
import { onlyCounting } from './settings.ts';
import { judgeTimes, stepOf, type TimeCount } from './times.ts';
import { shareOf } from './window.ts';

const { rule } = onlyCounting;
/** As of a canary that has just begun. */
const ruleOf = (judged: Parameters<typeof shareOf>[1]) => ({
  ...rule,
  chance: rule.chance * shareOf({ place: 0 }, judged),
});
const [ofFailures, ofTimes] = [ruleOf('failures'), ruleOf('lcp')];

/** Draws between 0 and 1 that are the same in each run (mulberry32). */
export function openDraws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How often the canary and the live build fail, and the share of browsers that get the canary. */
export interface Simulated {
  canary: number;
  live: number;
  share: number;
}

/**
 * After how many of its browsers a canary is taken for worse, looked at after each browser; null: not within `max`
 * browsers of the canary.
 */
export function heldAfter(draw: () => number, shares: Simulated, max: number): number | null {
  const [canary, live] = [
    { browsers: 0, failed: 0, networks: 0 },
    { browsers: 0, failed: 0 },
  ];
  while (canary.browsers < max) {
    const isCanary = draw() < shares.share;
    const one = isCanary ? canary : live;
    one.browsers += 1;
    if (draw() < (isCanary ? shares.canary : shares.live)) one.failed += 1;
    canary.networks = canary.failed;
    const against = { what: 'live', build: null, ...live } as const;
    if (judge(ofFailures, canary, [against]) !== null) return canary.browsers;
  }
  return null;
}

/** How much longer the canary takes, how far times spread (of their logarithm), and the share that get the canary. */
export interface SimulatedTimes {
  slower: number;
  spread: number;
  share: number;
}

/**
 * After how many of its browsers a canary is taken for slower; null: not within `max`. It is looked at after each
 * tenth browser. LCP is about a second, log-normal as that of visitors is.
 */
export function slowAfter(
  draw: () => number,
  { slower, spread, share }: SimulatedTimes,
  max: number,
): number | null {
  const [canary, live] = [openTimes(), openTimes()];
  for (let n = 1; canary.browsers() < max; n += 1) {
    const isCanary = draw() < share;
    const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
    const took = 1_000 * Math.exp(spread * normal);
    if (isCanary) canary.add(took * slower);
    else live.add(took);
    if (n % 10 > 0) continue;
    const times = { lcp: canary.counts() };
    if (judgeTimes(ofTimes, 'lcp', times, { lcp: live.counts() }) !== null)
      return canary.browsers();
  }
  return null;
}

function openTimes() {
  const steps = new Map<number, TimeCount>();
  let browsers = 0;
  return {
    browsers: () => browsers,
    add(took: number): void {
      const step = stepOf(took);
      const known = steps.get(step) ?? { step, browsers: 0, networks: 0 };
      steps.set(step, { step, browsers: known.browsers + 1, networks: known.networks + 1 });
      browsers += 1;
    },
    counts: () => [...steps.values()],
  };
}
