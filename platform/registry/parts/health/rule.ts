import type { Comparison, Rates } from '../../src/contract/health.ts';
import { chanceOf } from './chance.ts';

/** From when on a build counts as worse than what it is compared with. */
export interface Rule {
  /** Browsers that must have had it, and in how many of them, and of their networks, it failed. */
  minBrowsers: number;
  minFailed: number;
  minNetworks: number;
  /** Networks in which a live build must have failed before it is taken from everybody. */
  minToRecall: number;
  /** How much larger its share of failed browsers must be, between 0 and 1. */
  margin: number;
  /** How likely chance alone may make such a difference, at most. */
  chance: number;
}

/** What is known of a build in the time that is looked at. */
export interface Figures extends Rates {
  /** Networks in which it failed. */
  networks: number;
}

/** `against`: of all that a build is worse than, the hardest to be worse than. */
export interface Worse {
  against: Comparison;
  chance: number;
}

/**
 * Whether a build is worse than each of what it is compared with: by the margin at least, and by
 * more than chance explains (Fisher's exact test, one-sided). Null: it is not, or too little is known.
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

/** So many networks are enough, however many have the build: who has that many is no single person. */
const enoughNetworks = 40;

/**
 * In how many networks a live build must have failed before it is taken from everybody, of those that
 * had it: in half, since on a small site a few made-up visitors are many. docs/decisions/0051.
 */
export function networksToRecall({ minToRecall }: Rule, heard: number): number {
  return Math.max(minToRecall, Math.min(Math.ceil(heard / 2), enoughNetworks));
}

/** Share of browsers in which something failed; of no browsers, none. */
function rateOf({ browsers, failed }: Rates): number {
  return browsers === 0 ? 0 : failed / browsers;
}

/** What stands in where nothing is known of a build's past: 2 % of a hundred browsers. */
export const stated: Comparison = { what: 'stated', build: null, browsers: 100, failed: 2 };

/**
 * A past of few browsers, filled up to a hundred by the stated rate: of three browsers without a
 * failure little is known, and they must not protect a build that fails everywhere. One with
 * failures enough speaks for itself.
 */
function filledUp({ browsers, failed }: Rates): Rates {
  const missing = Math.max(0, stated.browsers - browsers);
  const assumed = Math.ceil((missing * stated.failed) / stated.browsers);
  return { browsers: browsers + missing, failed: failed + assumed };
}

/** At most so many browsers of the past count: what was long ago must not outweigh now. */
const maxKept = 200;

/** What was kept of a build's earlier rates, in proportion, failures rounded up; of nothing, the stated. */
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

/** What may be known of one build: now, in the time that is looked at, and from before it. */
export interface Known {
  build: string;
  now: Figures;
  kept: Rates;
}

/** A canary stands beside the live build; while that has too few browsers, beside its past. */
export function othersOfCanary(rule: Rule, live: Known): Comparison[] {
  return live.now.browsers >= rule.minBrowsers
    ? [{ what: 'live', build: live.build, ...ratesOf(live.now) }]
    : [pastOf(live)];
}

/**
 * A live build stands beside the past of the build before it, and beside what that build does now
 * in the tabs that still run it: if both fail, it is not the build.
 */
export function othersOfLive(rule: Rule, before: Known | null): Comparison[] {
  if (before === null) return [stated];
  const { build, now } = before;
  return now.browsers >= rule.minBrowsers
    ? [pastOf(before), { what: 'before', build, ...ratesOf(now) }]
    : [pastOf(before)];
}

/** Whether a build that nobody has moved fails far more than it used to: then something else is wrong. */
export function hasRisen(rule: Rule, known: Known): boolean {
  return judge(rule, known.now, [pastOf(known)]) !== null;
}

function ratesOf({ browsers, failed }: Rates): Rates {
  return { browsers, failed };
}
