import type { Activity } from '../contracts/activity.ts';
import { type StatusColour, statuses } from '../transfers/status.ts';
import { strings } from './strings.ts';

/** What the bars are divided by. */
export const groupings = ['kind', 'status'] as const;
export type Grouping = (typeof groupings)[number];

/** One part of each bar. */
export interface Series {
  readonly key: string;
  readonly label: string;
  /** Name of the colour's token; the texture, by its number, tells it apart without. */
  readonly colour: 'brand' | StatusColour;
  readonly texture: number;
  /** By bar. */
  readonly values: readonly number[];
  readonly total: number;
}

const kinds = [
  { key: 'asset', colour: 'brand' },
  { key: 'data', colour: 'next' },
] as const;

/**
 * The parts of the bars, always the same ones in the same order. Four statuses share a label, so each
 * has its code with it.
 */
export function seriesOf(bars: Activity['bars'], grouping: Grouping): readonly Series[] {
  const series = (part: Omit<Series, 'values' | 'total'>, values: readonly number[]): Series => ({
    ...part,
    values,
    total: sum(values),
  });
  return grouping === 'kind'
    ? kinds.map(({ key, colour }, texture) =>
        series(
          { key, colour, texture, label: strings.kinds[key] },
          bars.map((bar) => bar.kinds[key]),
        ),
      )
    : statuses.map(({ label, colour }, code) =>
        series(
          { key: String(code), colour, texture: code, label: `${code} ${label}` },
          bars.map((bar) => bar.statuses[code] ?? 0),
        ),
      );
}

/** How many transfers each bar holds. */
export function countsOf(bars: Activity['bars']): readonly number[] {
  return bars.map(({ kinds: { asset, data } }) => asset + data);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The smallest of 1, 2, 4, 10, 20, 40, … that is at least `max`: the height of the chart. */
export function scaleOf(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max)));
  return [1, 2, 4, 10].map((step) => step * power).find((step) => step >= max) ?? max;
}
