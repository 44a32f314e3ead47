import { describe, expect, it } from 'vitest';
import { openDraws, type SimulatedTimes, slowAfter } from './simulated.testing.ts';
import { judgeTimes, stepOf, type TimeCount } from './times.ts';

const rule = { minBrowsers: 5, minNetworks: 5, slower: 0.1, chance: 1e-5 };
/** So many browsers, each of a network of its own, with this time. */
const took = (milliseconds: number, browsers: number, networks = browsers): TimeCount => ({
  step: stepOf(milliseconds),
  browsers,
  networks,
});
const judged = (ours: TimeCount[], theirs: TimeCount[]) =>
  judgeTimes(rule, 'lcp', { lcp: ours }, { lcp: theirs });

describe('times', () => {
  it('are slower if three quarters of browsers wait longer, by more than chance', () => {
    expect(judged([took(1_200, 40)], [took(1_000, 400)])).toMatchObject({
      measure: 'lcp',
      ours: { browsers: 40, p75: 1_218 },
      theirs: { browsers: 400, p75: 1_024 },
      networks: 40,
    });
    expect(judged([took(1_200, 4)], [took(1_000, 400)])).toBeNull();
    expect(judged([took(1_000, 400)], [took(1_200, 400)])).toBeNull();
  });

  it('are not slower by less than the margin, however many browsers say so', () => {
    expect(judged([took(1_090, 1e6)], [took(1_000, 1e6)])).toBeNull();
  });

  it('are not slower by a few that take for ever', () => {
    const few = [took(1_000, 80), took(1e9, 20)];
    expect(judged(few, [took(1_000, 1_000)])).toBeNull();
  });

  it('count for nothing where fewer networks are slow than must be, whatever their browsers say', () => {
    expect(judged([took(60_000, 200, 4)], [took(1_000, 1_000)])).toBeNull();
    expect(judged([took(60_000, 200, 5)], [took(1_000, 1_000)])).not.toBeNull();
  });

  it('are not judged by a measure that one of both lacks', () => {
    expect(judgeTimes(rule, 'inp', { inp: [took(500, 50)] }, {})).toBeNull();
    expect(judgeTimes(rule, 'load', {}, { load: [took(500, 50)] })).toBeNull();
  });

  it('of 100 equal builds make none a slower one, looked at again and again', () => {
    const draw = openDraws(3);
    const equal = { slower: 1, spread: 0.7, share: 0.3 };
    const after = Array.from({ length: 100 }, () => slowAfter(draw, equal, 300));
    expect(after.filter((one) => one !== null)).toEqual([]);
  });

  it.each<[SimulatedTimes, number]>([
    [{ slower: 1.2, spread: 0.3, share: 0.3 }, 300],
    [{ slower: 1.5, spread: 0.7, share: 0.3 }, 300],
  ])('of a build as slow as %j are found within %d of its browsers, mostly', (simulated, most) => {
    const draw = openDraws(11);
    const after = Array.from({ length: 9 }, () => slowAfter(draw, simulated, 1_000) ?? Infinity);
    expect(after.toSorted((one, other) => one - other)[4]).toBeLessThanOrEqual(most);
    expect(Math.max(...after)).toBeLessThan(Infinity);
  });
});
