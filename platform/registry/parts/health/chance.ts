import type { Rates } from '../../src/contract/health.ts';

/**
 * How likely it is that chance alone puts so many of all failed browsers, or more, among the first
 * ones: Fisher's exact test, one-sided. Exact for any counts, few ones too; 1 where nothing failed.
 */
export function chanceOf(first: Rates, second: Rates): number {
  const all = first.browsers + second.browsers;
  const failed = first.failed + second.failed;
  const maxWithin = Math.min(first.browsers, failed);
  const whole = logChoose(all, first.browsers);
  let sum = 0;
  for (let within = first.failed; within <= maxWithin; within += 1) {
    const ways = logChoose(failed, within) + logChoose(all - failed, first.browsers - within);
    sum += Math.exp(ways - whole);
  }
  return Math.min(1, sum);
}

/** Logarithm of the number of ways to choose `k` of `n`; none: minus infinity. */
function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
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
