import { judge } from './rule.ts';
import { onlyCounting } from './settings.ts';

const { rule } = onlyCounting;

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
    if (judge(rule, canary, [against]) !== null) return canary.browsers;
  }
  return null;
}
