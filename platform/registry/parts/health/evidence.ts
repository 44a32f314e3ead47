import type { Rates } from '../../src/contract/health.ts';

/** A beta distribution and its weight in a mixture. */
interface Prior {
  weight: number;
  /** As of so many failures, and so many browsers without one, that were seen before. */
  failed: number;
  fine: number;
}

/** What is expected of two builds if the first one is worse. */
export interface Expected {
  worse: readonly Prior[];
  other: readonly Prior[];
}

/**
 * What a build that is worse is expected to do: fail nearly everywhere, or in some share of browsers. The other one
 * rarely fails. What is expected only decides how soon a difference is found, never how often one is found wrongly.
 */
const failures: Expected = {
  worse: [
    { weight: 0.2, failed: 20, fine: 1 },
    { weight: 0.8, failed: 1, fine: 4 },
  ],
  other: [
    { weight: 0.9, failed: 1, fine: 30 },
    { weight: 0.1, failed: 1, fine: 2 },
  ],
};

/**
 * The largest probability with which two builds that fail equally often ever look so different, however long one looks.
 * 1: the first one fails no more often.
 */
export function chanceOf(first: Rates, second: Rates): number {
  return Math.min(1, Math.exp(-logEvidence(first, second, failures)));
}

/**
 * Logarithm of an e-process by universal inference (Wasserman, Ramdas, Balakrishnan, PNAS 2020), against the first one
 * failing no more often. That is the likelihood of both by what is expected, over the largest one of equal builds. It
 * needs the counts alone, not the order in which browsers came.
 */
export function logEvidence(first: Rates, second: Rates, expected: Expected): number {
  if (first.failed * second.browsers <= second.failed * first.browsers) return -Infinity;
  const failed = first.failed + second.failed;
  const fine = first.browsers + second.browsers - failed;
  const largest = logPower(failed, failed + fine) + logPower(fine, failed + fine);
  return logIfWorse(first, second, expected) - largest;
}

/** Logarithm of the likelihood of both by what is expected if the first one is worse. */
export function logIfWorse(first: Rates, second: Rates, expected = failures): number {
  return logExpected(first, expected.worse) + logExpected(second, expected.other);
}

/** Logarithm of the likelihood of these counts by a mixture. */
function logExpected({ browsers, failed }: Rates, priors: readonly Prior[]): number {
  const each = priors.map(
    (prior) =>
      Math.log(prior.weight) +
      logBeta(prior.failed + failed, prior.fine + browsers - failed) -
      logBeta(prior.failed, prior.fine),
  );
  const max = Math.max(...each);
  return max + Math.log(each.reduce((sum, one) => sum + Math.exp(one - max), 0));
}

/** Logarithm of `(n / all) ** n`. */
function logPower(n: number, all: number): number {
  return n === 0 ? 0 : n * Math.log(n / all);
}

/** Logarithm of the beta function of whole numbers. */
export function logBeta(a: number, b: number): number {
  return logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1);
}

const small = 256;
const table = [0];
for (let n = 1; n < small; n += 1) table.push((table[n - 1] ?? 0) + Math.log(n));

/** Exact below 256; beyond by Stirling's series, to 14 digits. */
function logFactorial(n: number): number {
  const known = table[n];
  if (known !== undefined) return known;
  const x = n + 1;
  return (
    (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + 1 / (12 * x) - 1 / (360 * x ** 3)
  );
}
