import type { Activity } from '../contracts/activity.ts';
import { utcDay } from '../format/utc-date.ts';

const msPerDay = 86_400_000;
const dayOfYear: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };
const day: Intl.DateTimeFormatOptions = { ...dayOfYear, year: 'numeric' };
const month: Intl.DateTimeFormatOptions = { month: 'short', year: 'numeric', timeZone: 'UTC' };

/** The days from the first bar on to that of the newest transfer, as in `27 Dec 2015 – 25 Jan 2016`. */
export function wholePeriod({ bars, newest }: Activity, locale: string): string {
  return range(locale, day, bars[0]?.start ?? 0, newest ?? 0);
}

/** What a bar stands for: `25 Jan 2016`, `18 – 24 Jan 2016`, `Jan 2016`, `Jan – Mar 2016`. */
export function barPeriod(activity: Activity, index: number, locale: string): string {
  const { from, to } = daysOf(activity, index);
  return range(locale, activity.unit === 'month' ? month : day, from, to);
}

/** Where a bar begins, as short as the bars below which it stands allow: `25 Jan`, `25 Jan 2016`, `Jan 2016`. */
export function barDate({ bars, unit }: Activity, index: number, locale: string): string {
  const year = (bar: number) => new Date(bars.at(bar)?.start ?? 0).getUTCFullYear();
  const ofDay = year(0) === year(-1) ? dayOfYear : day;
  const form = unit === 'month' ? month : ofDay;
  return new Intl.DateTimeFormat(locale, form).format(bars[index]?.start ?? 0);
}

/** The days of a bar, by which a list holds what it counts: `2016-01-18` and `2016-01-24`, UTC. */
export function barDays(activity: Activity, index: number) {
  const { from, to } = daysOf(activity, index);
  const first = utcDay(from) ?? '';
  return { from: first, to: utcDay(to) ?? first };
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

function range(locale: string, form: Intl.DateTimeFormatOptions, from: number, to: number): string {
  return new Intl.DateTimeFormat(locale, form).formatRange(from, to);
}
