import type { Activity } from '@tallystick/shared/contracts/activity';
import { msPerDay } from '../ledger/scope.ts';

/** What one bar of a chart stands for: so many days, weeks from Monday, or months, UTC. */
export interface Step {
  unit: Activity['unit'];
  each: number;
}

/** Bars that a chart can show side by side. */
export const maxBars = 120;

/** 1970 began on a Thursday. */
const daysSinceMonday = 3;

const steps: readonly Step[] = [
  { unit: 'day', each: 1 },
  { unit: 'week', each: 1 },
  ...[1, 3, 12, 60, 120, 600, 1_200, 6_000, 12_000, 60_000].map(
    (each): Step => ({ unit: 'month', each }),
  ),
];
/** One bar for as long as a date can name. */
const widest: Step = { unit: 'month', each: 12_000_000 };

/** The smallest step in which the days `first` to `last` (since 1970) are at most `maxBars` bars. */
export function stepFor(first: number, last: number): Step {
  return steps.find((step) => barOf(step, last) - barOf(step, first) < maxBars) ?? widest;
}

/** The bar that a day (since 1970) belongs to; bars are numbered without gaps. */
export const barOf = ({ unit, each }: Step, day: number): number => units[unit].barOf(each, day);

/** The first day (since 1970) of a bar. */
export const firstDayOf = ({ unit, each }: Step, bar: number): number =>
  units[unit].firstDayOf(each, bar);

/** `barOf` as SQL, of the column `day`. */
export const barExpression = ({ unit, each }: Step): string => units[unit].barExpression(each);

interface Unit {
  barOf(each: number, day: number): number;
  firstDayOf(each: number, bar: number): number;
  barExpression(each: number): string;
}

const units: Record<Step['unit'], Unit> = {
  day: {
    barOf: (each, day) => Math.floor(day / each),
    firstDayOf: (each, bar) => bar * each,
    barExpression: (each) => `day / ${each}`,
  },
  week: {
    barOf: (each, day) => Math.floor((day + daysSinceMonday) / (7 * each)),
    firstDayOf: (each, bar) => bar * each * 7 - daysSinceMonday,
    barExpression: (each) => `(day + ${daysSinceMonday}) / ${7 * each}`,
  },
  month: {
    barOf: (each, day) => Math.floor(monthOf(day) / each),
    firstDayOf: (each, bar) => Date.UTC(1970, bar * each) / msPerDay,
    barExpression: (each) => `(
      (extract(year from date '1970-01-01' + day) - 1970) * 12
        + extract(month from date '1970-01-01' + day) - 1
    )::integer / ${each}`,
  },
};

/** Months since January 1970. */
function monthOf(day: number): number {
  const date = new Date(day * msPerDay);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}
