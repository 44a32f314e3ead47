import { textTable } from '@tallystick/e2e/src/house/tables.ts';

/** One line of the result: a ratio against a limit, both measured in this run. */
export interface Measure {
  name: string;
  /** What was measured, for people. */
  figure: string;
  /** What it is compared with. */
  peer: string;
  ratio: number;
  /** `apart`: so many times more or less is still as good as equal. */
  limit: { min: number } | { max: number } | { apart: number };
}

/** What one part of the run has to say; `details` are lines for people. */
export interface Measured {
  measures: Measure[];
  details: string[];
}

/** What several parts have to say. */
export function together(parts: readonly Measured[]): Measured {
  return {
    measures: parts.flatMap(({ measures }) => measures),
    details: parts.flatMap(({ details }) => details),
  };
}

/** Whether a measure keeps its limit. */
export function passes({ ratio, limit }: Measure): boolean {
  if ('apart' in limit) return ratio <= limit.apart && ratio >= 1 / limit.apart;
  return 'min' in limit ? ratio >= limit.min : ratio <= limit.max;
}

/** The measures as a table with one line each. */
export function table(measures: readonly Measure[]): string {
  return textTable([
    ['', 'measured', 'peer', 'ratio', 'limit', ''],
    ...measures.map((measure) => [
      measure.name,
      measure.figure,
      measure.peer,
      measure.ratio.toFixed(2),
      limitInWords(measure.limit),
      passes(measure) ? 'pass' : 'FAIL',
    ]),
  ]).join('\n');
}

function limitInWords(limit: Measure['limit']): string {
  if ('min' in limit) return `at least ${limit.min.toFixed(2)}`;
  if ('max' in limit) return `at most ${limit.max.toFixed(2)}`;
  return `${(1 / limit.apart).toFixed(2)} to ${limit.apart.toFixed(2)}`;
}

/** Of some numbers the one that such a share of them does not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** The middle one. */
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** Milliseconds that something takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
