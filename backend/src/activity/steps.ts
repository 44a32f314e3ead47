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

/** Days in a bar that is no month, and how many days before 1970 the bar 0 begins. */
const lengths = { day: [1, 0], week: [7, daysSinceMonday] } as const;

/** The bar that a day (since 1970) belongs to; bars are numbered without gaps. */
export function barOf({ unit, each }: Step, day: number): number {
  if (unit === 'month') return Math.floor(monthOf(day) / each);
  const [days, before] = lengths[unit];
  return Math.floor((day + before) / (days * each));
}

/** The first day (since 1970) of a bar. */
export function firstDayOf({ unit, each }: Step, bar: number): number {
  if (unit === 'month') return Date.UTC(1970, bar * each) / msPerDay;
  const [days, before] = lengths[unit];
  return bar * each * days - before;
}

/** Months since January 1970. */
function monthOf(day: number): number {
  const date = new Date(day * msPerDay);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}
