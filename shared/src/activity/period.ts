import { locale } from '@tallystick/ui/locale';
import type { Activity } from '../contracts/activity.ts';
import { utcDay } from '../format/utc-date.ts';

const msPerDay = 86_400_000;
const day: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
};
const month: Intl.DateTimeFormatOptions = { month: 'short', year: 'numeric', timeZone: 'UTC' };

/** The days from the first bar on to that of the newest transfer, as in `27 Dec 2015 – 25 Jan 2016`. */
export function wholePeriod({ bars, newest }: Activity): string {
  return range(day, bars[0]?.start ?? 0, newest ?? 0);
}

/** What a bar stands for: `25 Jan 2016`, `18 – 24 Jan 2016`, `Jan 2016`, `Jan – Mar 2016`. */
export function barPeriod(activity: Activity, index: number): string {
  const { from, to } = daysOf(activity, index);
  return range(activity.unit === 'month' ? month : day, from, to);
}

/** The query by which a list holds what a bar counts: `?from=2016-01-18&to=2016-01-24`, UTC. */
export function barQuery(activity: Activity, index: number): string {
  const { from, to } = daysOf(activity, index);
  const [first = '', last = first] = [from, to].map(utcDay);
  return `?from=${first}&to=${last}`;
}

/** The first moments of a bar's first and last day. */
function daysOf({ bars, unit, each }: Activity, index: number) {
  const from = bars[index]?.start ?? 0;
  const date = new Date(from);
  const to =
    unit === 'month'
      ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + each, 0)
      : from + ((unit === 'week' ? 7 : 1) * each - 1) * msPerDay;
  // The last bar of a chart over all of time may end after the last date there is.
  return { from, to: Number.isNaN(to) ? from : to };
}

function range(options: Intl.DateTimeFormatOptions, from: number, to: number): string {
  return new Intl.DateTimeFormat(locale(), options).formatRange(from, to);
}
