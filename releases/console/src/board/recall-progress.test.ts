import { describe, expect, it } from 'vitest';
import { isUnderWay, percentLeft } from './recall-progress.ts';

describe('the progress of a recall', () => {
  it.each([
    [0, 0, null],
    [3, 0, 0],
    [3, 2, 66],
    [200, 199, 99],
    [100_000, 99_999, 99],
    [1, 1, 100],
    [1_000, 1_000, 100],
  ])('of %d tabs %d have left: %s', (ran, left, percent) => {
    expect(percentLeft({ ran, left })).toBe(percent);
  });

  it('is over when all have left, or none ran it', () => {
    expect([isUnderWay({ ran: 3, left: 2 }), isUnderWay({ ran: 3, left: 3 })]).toEqual([
      true,
      false,
    ]);
    expect(isUnderWay({ ran: 0, left: 0 })).toBe(false);
  });
});
