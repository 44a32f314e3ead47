import type { Comparison, Rates } from '../../src/contract/health.ts';
import { chanceOf } from './evidence.ts';

/** The thresholds from which a build counts as worse than what it is compared with. */
export interface Rule {
  /** How many browsers must have had it, in how many of them it must have failed, and in how many networks. */
  minBrowsers: number;
  minFailed: number;
  minNetworks: number;
  /** Networks in which a live build must have failed before it is taken from everybody. */
  minToRecall: number;
  /** How much larger its share of failed browsers must be, between 0 and 1. */
  margin: number;
  /** How much longer a canary's times must be than those of the live build: 0.1 is 10 %. */
  slower: number;
  /** The significance level: with which probability a build that is like the other is ever taken for worse, at most. */
  chance: number;
}

/** What is known of a build in the window that is judged. */
export interface Figures extends Rates {
  /** Networks in which it failed. */
  networks: number;
}

/** `against`: of all that a build is worse than, the one for which chance explains most. */
export interface Worse {
  against: Comparison;
  chance: number;
}

/**
 * Whether a build is worse than everything that it is compared with. The difference must be at least the margin, and
 * significant however often one has looked. Null: it is not worse, or too little is known.
 */
export function judge(rule: Rule, subject: Figures, others: readonly Comparison[]): Worse | null {
  const { browsers, failed, networks } = subject;
  const { minBrowsers, minFailed, minNetworks } = rule;
  if (browsers < minBrowsers || failed < minFailed || networks < minNetworks) return null;
  let worst: Worse | null = null;
  for (const against of others) {
    const isThin = against.what === 'kept' && against.failed < rule.minFailed;
    const weighed = isThin ? filledUp(against) : against;
    if (failed / browsers - rateOf(weighed) < rule.margin) return null;
    const chance = chanceOf(subject, weighed);
    if (chance > rule.chance) return null;
    if (worst === null || chance > worst.chance) worst = { against, chance };
  }
  return worst;
}

/** This many networks are always enough: no single person has as many. */
const enoughNetworks = 40;

/**
 * In how many networks a live build must have failed before it is taken from everybody. It is half of those that had
 * it, since on a small site a few made-up visitors are many. See docs/decisions/0037.
 */
export function networksToRecall({ minToRecall }: Rule, heard: number): number {
  return Math.max(minToRecall, Math.min(Math.ceil(heard / 2), enoughNetworks));
}

/** Share of browsers in which something failed; 0 without browsers. */
export function rateOf({ browsers, failed }: Rates): number {
  return browsers === 0 ? 0 : failed / browsers;
}

/** The rate that is assumed where nothing is known of a build's past: 2 % of a hundred browsers. */
export const stated: Comparison = { what: 'stated', build: null, browsers: 100, failed: 2 };

/**
 * A past of few browsers, filled up to a hundred at the stated rate. Nothing is significantly worse than three browsers
 * without a failure, so alone they would protect a build that fails everywhere. A past with enough failures is not
 * filled up.
 */
function filledUp({ browsers, failed }: Rates): Rates {
  const missing = Math.max(0, stated.browsers - browsers);
  const assumed = Math.ceil((missing * stated.failed) / stated.browsers);
  return { browsers: browsers + missing, failed: failed + assumed };
}

/** How many browsers of the past count at most: the past must not outweigh the present. */
const maxKept = 200;

/** A build's earlier rates, scaled down to `maxKept` browsers with failures rounded up; without any, `stated`. */
export function pastOf({ build, kept: { browsers, failed } }: Omit<Known, 'now'>): Comparison {
  if (browsers === 0) return stated;
  const share = Math.min(1, maxKept / browsers);
  return {
    what: 'kept',
    build,
    browsers: Math.ceil(browsers * share),
    failed: Math.ceil(failed * share),
  };
}

/** What is known of one build: `now` in the window that is judged, `kept` from before it. */
export interface Known {
  build: string;
  now: Figures;
  kept: Rates;
}

/** A canary is compared with the live build now, or with the live build's past while that has too few browsers. */
export function othersOfCanary(rule: Rule, live: Known): Comparison[] {
  return live.now.browsers >= rule.minBrowsers
    ? [{ what: 'live', build: live.build, ...ratesOf(live.now) }]
    : [pastOf(live)];
}

/**
 * A live build is compared with the past of the build before it. It is also compared with that build in the tabs that
 * still run it: if both fail there, the cause is something else.
 */
export function othersOfLive(rule: Rule, before: Known | null): Comparison[] {
  if (before === null) return [stated];
  const { build, now } = before;
  return now.browsers >= rule.minBrowsers
    ? [pastOf(before), { what: 'before', build, ...ratesOf(now) }]
    : [pastOf(before)];
}

/** Whether a build that nobody has moved fails far more than before: then the cause is something else. */
export function hasRisen(rule: Rule, known: Known): boolean {
  return judge(rule, known.now, [pastOf(known)]) !== null;
}

function ratesOf({ browsers, failed }: Rates): Rates {
  return { browsers, failed };
}
