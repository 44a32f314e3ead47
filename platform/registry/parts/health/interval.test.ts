import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceOf } from './evidence.ts';
import { interval } from './interval.ts';
import { openDraws } from './simulated.testing.ts';

const rates = (failed: number, browsers: number) => ({ browsers, failed });

describe('the interval of a difference', () => {
  it.each([
    { ours: rates(0, 0), theirs: rates(5, 100), wrong: 0.05, low: -1, high: 1 },
    { ours: rates(0, 100), theirs: rates(0, 1_000), wrong: 0.05, low: -0.01, high: 0.098 },
    { ours: rates(60, 1_000), theirs: rates(180, 9_000), wrong: 1e-4, low: 0.006, high: 0.093 },
    { ours: rates(20, 20), theirs: rates(2, 100), wrong: 1e-4, low: 0.516, high: 1 },
    {
      ours: rates(200, 10_000),
      theirs: rates(1_800, 90_000),
      wrong: 0.05,
      low: -0.006,
      high: 0.008,
    },
  ])('of $ours beside $theirs at $wrong is $low to $high', ({ ours, theirs, wrong, low, high }) => {
    const found = interval(ours, theirs, wrong);
    expect(found.low).toBeCloseTo(low, 3);
    expect(found.high).toBeCloseTo(high, 3);
  });

  it('holds the difference that was counted, and is turned round with its builds', () => {
    const counts = fc
      .tuple(fc.integer({ min: 1, max: 3_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([browsers, share]) => rates(Math.round(browsers * share), browsers));
    fc.assert(
      fc.property(counts, counts, (ours, theirs) => {
        const { low, high } = interval(ours, theirs, 0.01);
        const counted = ours.failed / ours.browsers - theirs.failed / theirs.browsers;
        expect(low).toBeLessThanOrEqual(counted);
        expect(high).toBeGreaterThanOrEqual(counted);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        expect(interval(theirs, ours, 0.01)).toEqual({ low: -high, high: -low });
        const chance = chanceOf(ours, theirs);
        if (Math.abs(Math.log(chance / 0.01)) > 0.001) expect(low > 0).toBe(chance < 0.01);
      }),
    );
  });

  it('keeps the true difference inside, looked at again and again', () => {
    const draw = openDraws(20_261_201);
    let left = 0;
    for (let turn = 0; turn < 100; turn += 1) {
      const [ours, theirs] = [rates(0, 0), rates(0, 0)];
      let isOut = false;
      for (let browser = 1; browser <= 400; browser += 1) {
        const [one, share] = draw() < 0.3 ? [ours, 0.1] : [theirs, 0.04];
        one.browsers += 1;
        if (draw() < share) one.failed += 1;
        if (browser % 5 > 0) continue;
        const { low, high } = interval(ours, theirs, 0.05);
        isOut ||= low > 0.06 || high < 0.06;
      }
      if (isOut) left += 1;
    }
    expect(left).toBeLessThanOrEqual(10);
  });
});
