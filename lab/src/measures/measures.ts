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

/** Something that was measured, against its peer in the same words. */
export const compared = (
  name: string,
  words: (figure: number) => string,
  mine: number,
  [peerName, peer]: readonly [string, number],
  limit: Measure['limit'],
): Measure => ({
  name,
  figure: words(mine),
  peer: `${peerName} ${words(peer)}`.trim(),
  ratio: mine / peer,
  limit,
});

/** How figures are written: with so many places behind the point, and what they are of. */
export const inUnits =
  (unit: string, places = 0, size = 1) =>
  (figure: number): string =>
    `${(figure / size).toFixed(places)} ${unit}`;

/** A rate, of a number for each second. */
export const perSecond =
  (what: string) =>
  (rate: number): string =>
    `${Math.round(rate).toLocaleString('en-US')} ${what}/s`;

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
