import type { Comparison, Rates } from '../contract/health.ts';
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

export type Judgement =
  /** Too little is known. */
  | { kind: 'few' }
  | { kind: 'fine' }
  /** Worse than all that it was compared with; `against` is the hardest of them to be worse than. */
  | { kind: 'worse'; against: Comparison; chance: number };

/**
 * Whether a build is worse than each of what it is compared with: by the margin at least, and by
 * more than chance explains (Fisher's exact test, one-sided).
 */
export function judge(rule: Rule, subject: Figures, others: readonly Comparison[]): Judgement {
  const { browsers, failed, networks } = subject;
  const known =
    browsers >= rule.minBrowsers &&
    failed >= rule.minFailed &&
    networks >= rule.minNetworks &&
    others.length > 0;
  if (!known) return { kind: failed === 0 && browsers >= rule.minBrowsers ? 'fine' : 'few' };
  let worst: { against: Comparison; chance: number } | null = null;
  for (const against of others) {
    const isThin = against.what === 'kept' && against.failed < rule.minFailed;
    const weighed = isThin ? filledUp(against) : against;
    if (failed / browsers - rateOf(weighed) < rule.margin) return { kind: 'fine' };
    const chance = chanceOf(subject, weighed);
    if (chance > rule.chance) return { kind: 'fine' };
    if (worst === null || chance > worst.chance) worst = { against, chance };
  }
  return worst === null ? { kind: 'few' } : { kind: 'worse', ...worst };
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

/** What was kept of a build's earlier rates, in proportion, failures rounded up; null: nothing. */
export function fromKept(build: string, { browsers, failed }: Rates): Comparison | null {
  if (browsers === 0) return null;
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
    : [fromKept(live.build, live.kept) ?? stated];
}

/**
 * A live build stands beside the past of the build before it, and beside what that build does now
 * in the tabs that still run it: if both fail, it is not the build.
 */
export function othersOfLive(rule: Rule, before: Known | null): Comparison[] {
  if (before === null) return [stated];
  const kept = fromKept(before.build, before.kept) ?? stated;
  const { build, now } = before;
  return now.browsers >= rule.minBrowsers
    ? [kept, { what: 'before', build, ...ratesOf(now) }]
    : [kept];
}

/** Whether a build that nobody has moved fails far more than it used to: then something else is wrong. */
export function hasRisen(rule: Rule, { build, now, kept }: Known): boolean {
  return judge(rule, now, [fromKept(build, kept) ?? stated]).kind === 'worse';
}

function ratesOf({ browsers, failed }: Rates): Rates {
  return { browsers, failed };
}
