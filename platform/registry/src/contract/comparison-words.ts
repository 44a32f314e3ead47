import type { CanaryComparison, Measure, Split } from './health.ts';

export const measureNames: Readonly<Record<Measure, string>> = {
  lcp: 'LCP',
  inp: 'INP',
  load: 'load time',
};

export function milliseconds(time: number): string {
  return `${time.toLocaleString('en-US')} ms`;
}

/** Half a sentence that says how a split is broken. */
export function splitWords({ asked, came, networks }: Split): string {
  return `the split is broken: ${asked} % asked, ${came} % came (of ${networks} new networks)`;
}

/** What a person is told of a canary beside the live build. */
export function comparisonWords({ low, high }: Pick<CanaryComparison, 'low' | 'high'>): string {
  if (low > 0) return `between ${points(low)} and ${inWords(high)} more browsers fail`;
  if (high < 0) return `between ${points(-high)} and ${inWords(-low)} fewer browsers fail`;
  return `no difference is shown: between ${inWords(-low)} fewer and ${inWords(high)} more browsers fail`;
}

/** Percentage points of a share; below 1 to a tenth. */
function points(share: number): number {
  const all = share * 100;
  return all < 1 ? Math.round(all * 10) / 10 : Math.round(all);
}

function inWords(share: number): string {
  const many = points(share);
  return many === 1 ? '1 point' : `${many} points`;
}
