import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barOf, firstDayOf, maxBars, type Step, stepFor } from './steps.ts';

const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

const lastDay = 100_000_000;
const anyStep: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(lastDay), fc.nat(lastDay))
  .map(([one, other]) => stepFor(Math.min(one, other), Math.max(one, other)));

describe('the step of a range', () => {
  it.each([
    ['2016-01-25', '2016-01-25', { unit: 'day', each: 1 }],
    ['2015-10-28', '2016-01-25', { unit: 'day', each: 1 }],
    ['2015-09-28', '2016-01-25', { unit: 'day', each: 1 }],
    ['2015-09-27', '2016-01-25', { unit: 'week', each: 1 }],
    ['2015-01-26', '2016-01-25', { unit: 'week', each: 1 }],
    ['2010-11-08', '2016-01-25', { unit: 'month', each: 1 }],
    ['2006-02-01', '2016-01-25', { unit: 'month', each: 1 }],
    ['2006-01-31', '2016-01-25', { unit: 'month', each: 3 }],
    ['1970-01-01', '2016-01-25', { unit: 'month', each: 12 }],
    ['1970-01-01', '+275760-09-13', { unit: 'month', each: 60_000 }],
  ])('from %s to %s is %o', (first, last, step) => {
    expect(stepFor(dayOf(first), dayOf(last))).toEqual(step);
  });

  it('makes at most 120 bars of any range', () => {
    fc.assert(
      fc.property(fc.nat(lastDay), fc.nat(lastDay), (one, other) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        const step = stepFor(first, last);
        const bars = barOf(step, last) - barOf(step, first) + 1;
        expect(bars).toBeLessThanOrEqual(maxBars);
      }),
    );
  });
});

describe('bars', () => {
  it.each([
    [{ unit: 'week', each: 1 }, '2016-01-25', '2016-01-25'],
    [{ unit: 'week', each: 1 }, '2016-01-24', '2016-01-18'],
    [{ unit: 'week', each: 1 }, '1970-01-01', '1969-12-29'],
    [{ unit: 'month', each: 1 }, '2016-02-29', '2016-02-01'],
    [{ unit: 'month', each: 3 }, '2016-03-31', '2016-01-01'],
    [{ unit: 'month', each: 12 }, '2016-12-31', '2016-01-01'],
  ] as const)('of %o: %s belongs to the one from %s on', (step, day, start) => {
    expect(dateOf(firstDayOf(step, barOf(step, dayOf(day))))).toBe(start);
  });

  it('hold each day once: from their first day up to the next one’s', () => {
    fc.assert(
      fc.property(anyStep, fc.nat(lastDay), (step, day) => {
        const bar = barOf(step, day);
        expect(firstDayOf(step, bar)).toBeLessThanOrEqual(day);
        const next = firstDayOf(step, bar + 1);
        // The last bar may end after the last date there is.
        if (!Number.isNaN(next)) expect(next).toBeGreaterThan(day);
      }),
    );
  });
});
