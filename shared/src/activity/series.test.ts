import { describe, expect, it } from 'vitest';
import { barPeriod, wholePeriod } from './period.ts';
import { countsOf, scaleOf, seriesOf } from './series.ts';

const day = (date: string) => Date.parse(date);
const bars = [
  {
    start: day('2016-01-24'),
    kinds: { asset: 2, data: 1 },
    statuses: [0, 1, 0, 0, 0, 0, 2, 0, 0, 0],
  },
  {
    start: day('2016-01-25'),
    kinds: { asset: 0, data: 4 },
    statuses: [4, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  },
];

describe('the parts of the bars', () => {
  it('are the two kinds', () => {
    expect(seriesOf(bars, 'kind')).toEqual([
      { key: 'asset', label: 'Credential', colour: 'brand', texture: 0, values: [2, 0], total: 2 },
      { key: 'data', label: 'Data', colour: 'next', texture: 1, values: [1, 4], total: 5 },
    ]);
    expect(countsOf(bars)).toEqual([3, 4]);
  });

  it('are the ten statuses, each told from the others that share its label', () => {
    const series = seriesOf(bars, 'status');
    expect(series).toHaveLength(10);
    expect(new Set(series.map(({ label }) => label)).size).toBe(10);
    expect(new Set(series.map(({ texture }) => texture)).size).toBe(10);
    expect(series[6]).toMatchObject({ label: '6 Closed (Submitted)', colour: 'success', total: 2 });
    expect(series[0]).toMatchObject({ label: '0 Created', values: [0, 4] });
  });
});

describe('the height of the chart', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 4],
    [5, 10],
    [11, 20],
    [400, 400],
    [35_592, 40_000],
  ])('for %i is %i', (most, scale) => {
    expect(scaleOf(most)).toBe(scale);
  });
});

describe('the period of a bar', () => {
  const of = (unit: 'day' | 'week' | 'month', each: number, start: string) =>
    barPeriod(
      {
        bars: [{ ...bars[0], start: day(start), kinds: { asset: 0, data: 0 }, statuses: [] }],
        unit,
        each,
        newest: 0,
        sequence: 0,
      },
      0,
    ).replaceAll(/\s/g, ' ');

  it.each([
    ['day', 1, '2016-01-25', 'Jan 25, 2016'],
    ['week', 1, '2016-01-18', 'Jan 18 – 24, 2016'],
    ['month', 1, '2016-01-01', 'Jan 2016'],
    ['month', 3, '2016-01-01', 'Jan – Mar 2016'],
    ['month', 12, '2016-01-01', 'Jan – Dec 2016'],
  ] as const)('of %s × %i from %s reads %s', (unit, each, start, text) => {
    expect(of(unit, each, start)).toBe(text);
  });

  it('and of the whole goes up to the newest', () => {
    const whole = { bars, unit: 'day', each: 1, newest: day('2016-01-25'), sequence: 0 } as const;
    expect(wholePeriod({ ...whole, bars }).replaceAll(/\s/g, ' ')).toBe('Jan 24 – 25, 2016');
  });
});
