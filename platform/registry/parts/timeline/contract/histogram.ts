import * as v from 'valibot';
import { countSchema } from '../../../src/contract/scalars.ts';

// Times as a logarithmic histogram of a fixed size, so that any two can be added: three buckets for each doubling.

const perDoubling = 3;
/** What the first bucket is around, in milliseconds; the last one is around 10.3 s, and has all that is longer. */
const first = 8;
export const bucketCount = 32;

/** How many times fell into each bucket. */
export const histogramSchema = v.pipe(v.array(countSchema), v.length(bucketCount));
export type Histogram = readonly number[];

export const noTimes: Histogram = Array.from({ length: bucketCount }, () => 0);

/** The bucket of a time in milliseconds. */
export function bucketOf(time: number): number {
  const step = Math.round(Math.log2(Math.max(first, time) / first) * perDoubling);
  return Math.min(bucketCount - 1, step);
}

export function withTime(histogram: Histogram, time: number): Histogram {
  const bucket = bucketOf(time);
  return histogram.map((count, step) => (step === bucket ? count + 1 : count));
}

export function sumOf(histograms: readonly Histogram[]): Histogram {
  return noTimes.map((_none, step) => histograms.reduce((sum, one) => sum + (one[step] ?? 0), 0));
}

/** The time, in milliseconds, that a share of them does not exceed, to about a tenth; null where there are none. */
export function quantileOf(histogram: Histogram, share: number): number | null {
  const all = histogram.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let below = 0;
  const step = histogram.findIndex((count) => {
    below += count;
    return below >= all * share;
  });
  return Math.round(first * 2 ** (step / perDoubling));
}
