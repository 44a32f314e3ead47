import type { Activity } from '../contracts/activity.ts';
import { locale } from '../format/locale.ts';

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
export function barPeriod({ bars, unit, each }: Activity, index: number): string {
  const start = bars[index]?.start ?? 0;
  switch (unit) {
    case 'day':
      return range(day, start, start + (each - 1) * msPerDay);
    case 'week':
      return range(day, start, start + (7 * each - 1) * msPerDay);
    case 'month': {
      const date = new Date(start);
      return range(month, start, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + each - 1));
    }
  }
}

function range(options: Intl.DateTimeFormatOptions, from: number, to: number): string {
  // The last bar of a chart over all of time may end after the last date there is.
  const last = Number.isNaN(to) ? from : to;
  return new Intl.DateTimeFormat(locale(), options).formatRange(from, last);
}
