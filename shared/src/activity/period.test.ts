import { describe, expect, it } from 'vitest';
import { barDate, barDays, barPeriod, wholePeriod } from './period.ts';

const day = (date: string) => Date.parse(date);

describe('the period of a bar', () => {
  const of = (unit: 'day' | 'week' | 'month', each: number, start: string) => ({
    bars: [{ start: day(start), kinds: { asset: 0, data: 0 }, statuses: [] }],
    unit,
    each,
    days: null,
    newest: 0,
    sequence: 0,
  });

  it.each([
    ['day', 1, '2016-01-25', 'Jan 25, 2016', '2016-01-25', '2016-01-25'],
    ['day', 3, '2016-02-27', 'Feb 27 – 29, 2016', '2016-02-27', '2016-02-29'],
    ['week', 1, '2016-01-18', 'Jan 18 – 24, 2016', '2016-01-18', '2016-01-24'],
    ['month', 1, '2016-02-01', 'Feb 2016', '2016-02-01', '2016-02-29'],
    ['month', 3, '2016-01-01', 'Jan – Mar 2016', '2016-01-01', '2016-03-31'],
    ['month', 12, '2016-01-01', 'Jan – Dec 2016', '2016-01-01', '2016-12-31'],
  ] as const)(
    'of %s × %i from %s reads %s, and lists its days',
    (unit, each, start, text, from, to) => {
      const activity = of(unit, each, start);
      expect(barPeriod(activity, 0, 'en-US').replaceAll(/\s/g, ' ')).toBe(text);
      expect(barDays(activity, 0)).toEqual({ from, to });
    },
  );

  it.each([
    ['day', '2016-01-24', '2016-01-25', 'Jan 24'],
    ['week', '2015-12-28', '2016-01-04', 'Dec 28, 2015'],
    ['month', '2016-01-01', '2016-02-01', 'Jan 2016'],
  ] as const)('begins in a chart by %s from %s to %s at %s', (unit, first, last, text) => {
    const activity = of(unit, 1, first);
    const bars = [...activity.bars, ...of(unit, 1, last).bars];
    expect(barDate({ ...activity, bars }, 0, 'en-US')).toBe(text);
  });

  it('and of the whole goes up to the newest', () => {
    const whole = { ...of('day', 1, '2016-01-24'), newest: day('2016-01-25') };
    expect(wholePeriod(whole, 'en-US').replaceAll(/\s/g, ' ')).toBe('Jan 24 – 25, 2016');
  });
});
