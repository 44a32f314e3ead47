import type { Measure, Slow } from '../../src/contract/health.ts';
import { type Expected, logEvidence } from './evidence.ts';
import type { Rule } from './rule.ts';

/** Browsers whose time is in one step of a logarithmic histogram, and the networks whose slowest time is in it. */
export interface TimeCount {
  step: number;
  browsers: number;
  networks: number;
}

/** The times of one build, by what was measured. */
export type Times = Readonly<Partial<Record<Measure, readonly TimeCount[]>>>;

/** Steps for each doubling of a time: each is 9 % longer than the one before. */
const perDoubling = 8;
/** Beyond these a time makes no difference any more: 16 milliseconds and a minute. */
const [firstStep, lastStep] = [32, 127];

/** The step of a time in milliseconds. */
export function stepOf(milliseconds: number): number {
  const step = Math.round(Math.log2(Math.max(1, milliseconds)) * perDoubling);
  return Math.min(lastStep, Math.max(firstStep, step));
}

/** The thresholds by which times are compared: four for each doubling. */
const thresholds = Array.from({ length: (lastStep - firstStep) / 2 }, (_, n) => firstStep + 2 * n);

/** Nothing is expected of a share of times beyond a threshold. */
const anyShare: Expected = {
  worse: [{ weight: 1, failed: 1, fine: 1 }],
  other: [{ weight: 1, failed: 1, fine: 1 }],
};

/**
 * The largest probability with which a build that is no slower ever looks so, however long one looks. It is 1 over the
 * average of e-processes, one for each threshold: how many browsers took longer, with either build. So an outlier weighs
 * no more than any browser beyond a threshold, and nothing has to be known of how times are distributed.
 */
export function chanceOfSlower(ours: readonly TimeCount[], theirs: readonly TimeCount[]): number {
  const [own, other] = [ours, theirs].map(beyondThresholds);
  if (own === undefined || other === undefined) return 1;
  const evidence = thresholds.map((_, n) => {
    const [first, second] = [own[n], other[n]];
    return first && second ? Math.exp(logEvidence(first, second, anyShare)) : 0;
  });
  return Math.min(1, thresholds.length / evidence.reduce((sum, one) => sum + one, 0));
}

/** For each threshold all browsers, and as `failed` those that took longer. */
function beyondThresholds(times: readonly TimeCount[]) {
  const browsers = countOf(times);
  const counts = new Map<number, number>();
  for (const one of times) counts.set(one.step, (counts.get(one.step) ?? 0) + one.browsers);
  let failed = browsers;
  let step = 0;
  return thresholds.map((threshold) => {
    for (; step <= threshold; step += 1) failed -= counts.get(step) ?? 0;
    return { browsers, failed };
  });
}

function countOf(times: readonly TimeCount[]): number {
  return times.reduce((sum, { browsers }) => sum + browsers, 0);
}

/** The step that three quarters of browsers do not exceed. */
function threeQuarters(times: readonly TimeCount[]): number {
  const all = countOf(times);
  let below = 0;
  for (const { step, browsers } of times.toSorted((one, other) => one.step - other.step)) {
    below += browsers;
    if (below * 4 >= all * 3) return step;
  }
  return firstStep;
}

/** The part of `Rule` that times are judged by; networks are those in which a build was slow. */
export type TimeRule = Pick<Rule, 'minBrowsers' | 'minNetworks' | 'slower' | 'chance'>;

/**
 * Whether a build is slower than another by this measure: the time that three quarters of browsers do not exceed.
 * Null: it is not, or too little is known.
 */
export function judgeTimes(
  rule: TimeRule,
  measure: Measure,
  own: Times,
  other: Times,
): Slow | null {
  const [ours, theirs] = [own[measure] ?? [], other[measure] ?? []];
  const [browsers, others] = [countOf(ours), countOf(theirs)];
  if (Math.min(browsers, others) < rule.minBrowsers) return null;
  const [step, otherStep] = [threeQuarters(ours), threeQuarters(theirs)];
  if (step - otherStep < Math.log2(1 + rule.slower) * perDoubling) return null;
  const slow = ours.filter((one) => one.step > otherStep);
  const networks = slow.reduce((sum, one) => sum + one.networks, 0);
  if (networks < rule.minNetworks) return null;
  const chance = chanceOfSlower(ours, theirs);
  if (chance > rule.chance) return null;
  const [p75, otherP75] = [step, otherStep].map((one) => Math.round(2 ** (one / perDoubling)));
  return {
    measure,
    ours: { browsers, p75: p75 ?? 0 },
    theirs: { browsers: others, p75: otherP75 ?? 0 },
    networks,
    chance,
  };
}
