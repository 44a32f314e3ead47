import type { Rates } from '../../src/contract/health.ts';
import { logIfWorse } from './evidence.ts';

/** How much more often one build fails than another: a difference of shares, from -1 to 1. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * Between which differences of the shares of failing browsers the true one is, `ours` less `theirs`. However long one
 * looks, it is ever below `low` with probability `wrong` at most, and ever above `high` with that too.
 *
 * It is a confidence sequence: what the e-process of `chanceOf` does not rule out. So `low` is above 0 exactly if that
 * chance is below `wrong`.
 *
 * @param wrong a probability, between 0 and 1
 */
export function interval(ours: Rates, theirs: Rates, wrong: number): Interval {
  return { low: lowest(ours, theirs, wrong), high: -lowest(theirs, ours, wrong) };
}

/** Halvings of a range of 2: to a millionth. */
const halvings = 21;

/** The smallest difference, first less second, that is not ruled out. */
function lowest(first: Rates, second: Rates, wrong: number): number {
  if (first.browsers === 0 || second.browsers === 0) return -1;
  const least = logIfWorse(first, second) + Math.log(wrong);
  let [low, high] = [-1, first.failed / first.browsers - second.failed / second.browsers];
  for (let turn = 0; turn < halvings; turn += 1) {
    const middle = (low + high) / 2;
    if (logLargest(first, second, middle) < least) low = middle;
    else high = middle;
  }
  return low;
}

/** Logarithm of the largest likelihood of both if the shares differ by this much. */
function logLargest(first: Rates, second: Rates, difference: number): number {
  // It is concave in the share, so the sign of its slope tells on which side the largest one is.
  let [low, high] = [Math.max(0, -difference), Math.min(1, 1 - difference)];
  for (let turn = 0; turn < halvings; turn += 1) {
    const middle = (low + high) / 2;
    if (slope(first, middle + difference) + slope(second, middle) > 0) low = middle;
    else high = middle;
  }
  const share = (low + high) / 2;
  return logLikelihood(first, share + difference) + logLikelihood(second, share);
}

function slope({ browsers, failed }: Rates, share: number): number {
  return times(failed, 1 / share) - times(browsers - failed, 1 / (1 - share));
}

function logLikelihood({ browsers, failed }: Rates, share: number): number {
  return times(failed, Math.log(share)) + times(browsers - failed, Math.log(1 - share));
}

/** 0 times anything is 0, also times infinity. */
function times(n: number, x: number): number {
  return n === 0 ? 0 : n * x;
}
