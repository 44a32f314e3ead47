import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPace, maxLines, type Turn } from './pace.ts';

/** Turns at a store that takes 0.05 ms a line and 3 ms besides, while so many wait after each. */
function turns(pace: ReturnType<typeof createPace>, waiting: number, count: number) {
  return Array.from({ length: count }, () => {
    const lines = pace.lines();
    const milliseconds = 3 + lines / 20;
    return { milliseconds, rest: pace.took({ lines, milliseconds, waiting }) };
  });
}

describe('the pace of an import', () => {
  it('is whole batches without a rest while nobody waits', () => {
    const pace = createPace();
    expect(pace.lines()).toBe(maxLines);
    expect(turns(pace, 0, 10).map(({ rest }) => rest)).toEqual(Array(10).fill(0));
    expect(pace.lines()).toBe(maxLines);
  });

  it('does not mind one that waits: the live feed is woken by every turn', () => {
    const pace = createPace();
    turns(pace, 1, 10);
    expect(pace.lines()).toBe(maxLines);
  });

  it('takes a twentieth of a store that others wait for, in turns of some milliseconds', () => {
    const pace = createPace();
    turns(pace, 5, 4);
    for (const { milliseconds, rest } of turns(pace, 5, 10)) {
      expect(milliseconds).toBeLessThan(5);
      expect(rest).toBeCloseTo(19 * milliseconds);
    }
  });

  it('takes less the more others wait, at once', () => {
    const pace = createPace();
    const [first, second] = turns(pace, 100, 2);
    expect(first?.rest).toBe(1_000);
    expect(second?.milliseconds).toBe(4);
    expect(second?.rest).toBe(400);
  });

  it('comes back when nobody waits any more, rests first', () => {
    const pace = createPace();
    turns(pace, 5, 10);
    const back = turns(pace, 0, 40);
    expect(back[0]?.rest).toBeGreaterThan(0);
    expect(back.at(-1)?.rest).toBe(0);
    expect(pace.lines()).toBe(maxLines);
  });

  it('makes shorter turns of a slow store', () => {
    const pace = createPace();
    pace.took({ lines: maxLines, milliseconds: 500, waiting: 0 });
    expect(pace.lines()).toBe(800);
    pace.took({ lines: 800, milliseconds: 4_000, waiting: 0 });
    expect(pace.lines()).toBe(500);
  });

  it('goes on, and never for longer than a batch, whatever happens', () => {
    const turn: fc.Arbitrary<Omit<Turn, 'lines'>> = fc.record({
      milliseconds: fc.double({ min: 0, max: 200_000, noNaN: true }),
      waiting: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 60 }), (all) => {
        const pace = createPace();
        for (const one of all) {
          const rest = pace.took({ ...one, lines: pace.lines() });
          expect(rest).toBeGreaterThanOrEqual(0);
          expect(rest).toBeLessThanOrEqual(1_000);
          expect(pace.lines()).toBeGreaterThanOrEqual(5);
          expect(pace.lines()).toBeLessThanOrEqual(maxLines);
        }
      }),
    );
  });
});
