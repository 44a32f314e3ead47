import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../src/contract/health.ts';
import { chanceOf } from './evidence.ts';
import { judge, pastOf, type Rule, stated } from './rule.ts';
import { onlyCounting } from './settings.ts';
import { heldAfter, openDraws, type Simulated } from './simulated.testing.ts';
import { judgedWindow, shareOf } from './window.ts';

const { rule } = onlyCounting;
const figures = fc
  .record({
    browsers: fc.integer({ min: 0, max: 3_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ browsers, share }) => ({ browsers, failed: Math.round(browsers * share) }));
const comparison = figures.map((rates): Comparison => ({ what: 'live', build: null, ...rates }));
const subject = figures.map((rates) => ({ ...rates, networks: rates.failed }));

describe('chance', () => {
  // The same formula, computed by Python, gives these.
  it.each([
    [[5, 5], [50, 1], 8.115_224_089_043_309e-6],
    [[10, 8], [100, 2], 2.164_438_217_304_150_5e-7],
    [[20, 6], [180, 4], 0.002_561_241_356_789_517_8],
    [[3_000, 360], [27_000, 2_400], 0.001_720_052_207_570_012],
    [[5, 0], [5, 3], 1],
    [[0, 0], [5, 3], 1],
  ])(
    'of %j beside %j is %d',
    ([browsers = 0, failed = 0], [others = 0, otherFailed = 0], chance) => {
      const found = chanceOf({ browsers, failed }, { browsers: others, failed: otherFailed });
      expect(found / chance).toBeCloseTo(1, 9);
    },
  );

  it.each([0.005, 0.02, 0.1, 0.5, 0.95])(
    'is an e-process: what it is 1 over is 1 at most on average, with a share of %d',
    (share) => {
      for (const [browsers, others] of [
        [4, 4],
        [6, 30],
        [25, 12],
      ] as const) {
        let average = 0;
        for (let failed = 0; failed <= browsers; failed += 1) {
          for (let otherFailed = 0; otherFailed <= others; otherFailed += 1) {
            const chance = chanceOf(
              { browsers, failed },
              { browsers: others, failed: otherFailed },
            );
            const likely = binomial(browsers, failed, share) * binomial(others, otherFailed, share);
            if (chance < 1) average += likely / chance;
          }
        }
        expect(average).toBeLessThanOrEqual(1);
      }
    },
  );
});

function binomial(n: number, k: number, share: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i;
  return ways * share ** k * (1 - share) ** (n - k);
}

describe('the rule', () => {
  it('takes a build for worse only beyond every limit, beside each of what it stands beside', () => {
    fc.assert(
      fc.property(subject, fc.array(comparison, { maxLength: 3 }), (own, others) => {
        const judgement = judge(rule, own, others);
        if (judgement === null) return;
        expect(own.browsers).toBeGreaterThanOrEqual(rule.minBrowsers);
        expect(own.failed).toBeGreaterThanOrEqual(rule.minFailed);
        for (const other of others) {
          const rate = other.browsers === 0 ? 0 : other.failed / other.browsers;
          expect(own.failed / own.browsers - rate).toBeGreaterThanOrEqual(rule.margin);
          expect(chanceOf(own, other)).toBeLessThanOrEqual(rule.chance);
        }
        expect(judgement.chance).toBe(Math.max(...others.map((other) => chanceOf(own, other))));
      }),
    );
  });

  it('is never moved to worse by more that it stands beside', () => {
    fc.assert(
      fc.property(
        subject,
        fc.array(comparison, { maxLength: 2 }),
        comparison,
        (own, some, more) => {
          const fewer = judge(rule, own, some);
          const all = judge(rule, own, [...some, more]);
          if (some.length > 0 && fewer === null) expect(all).toBeNull();
        },
      ),
    );
  });

  it('needs failures from as many networks: one machine is not enough, whatever it says', () => {
    fc.assert(
      fc.property(
        subject,
        comparison,
        fc.integer({ min: 0, max: rule.minNetworks - 1 }),
        (own, other, networks) => {
          expect(judge(rule, { ...own, networks }, [other])).toBeNull();
        },
      ),
    );
  });

  it('never calls a build worse that fails no more often than the other, few or many browsers', () => {
    fc.assert(
      fc.property(subject, comparison, (own, other) => {
        const rate = other.browsers === 0 ? 0 : other.failed / other.browsers;
        if (own.browsers === 0 || own.failed / own.browsers > rate) return;
        expect(judge(rule, own, [other])).toBeNull();
      }),
    );
  });

  it('takes none of 400 builds that are like the other for worse, looked at after each browser', () => {
    const draw = openDraws(20_261_121);
    for (const share of [0.02, 0.1]) {
      for (let turn = 0; turn < 200; turn += 1) {
        expect(heldAfter(draw, { canary: share, live: share, share: 0.1 }, 1_000)).toBeNull();
      }
    }
  });

  it.each<[string, Simulated, number]>([
    ['everywhere', { canary: 1, live: 0.02, share: 0.1 }, 6],
    ['in 30 %', { canary: 0.3, live: 0.02, share: 0.1 }, 30],
    ['in 6 %', { canary: 0.06, live: 0.02, share: 0.1 }, 1_000],
  ])(
    'finds a canary that fails %s beside 2 %%, mostly within so many browsers',
    (_, shares, most) => {
      const draw = openDraws(7);
      const after = Array.from({ length: 60 }, () => heldAfter(draw, shares, 3_000) ?? Infinity);
      expect(Math.max(...after)).toBeLessThan(Infinity);
      expect(after.toSorted((one, other) => one - other)[30]).toBeLessThanOrEqual(most);
    },
  );

  it('stands in 2 % for what is not known, and lets the past weigh no more than 200 browsers', () => {
    const own = (failed: number) => ({ browsers: 20, failed, networks: failed });
    expect(judge(rule, own(9), [stated])).toMatchObject({ against: stated });
    expect(judge(rule, own(2), [stated])).toBeNull();
    const build = '1.0.0-aaaaaaaaaaaa';
    expect(pastOf({ build, kept: { browsers: 10_000, failed: 1_001 } })).toMatchObject({
      browsers: 200,
      failed: 21,
    });
    expect(pastOf({ build, kept: { browsers: 0, failed: 0 } })).toBe(stated);
  });
});

it('is not kept from finding a build that fails everywhere by a past of few browsers', () => {
  const own = { browsers: 10, failed: 10, networks: 10 };
  const past = (browsers: number, failed: number) =>
    pastOf({ build: '1.0.0-aaaaaaaaaaaa', kept: { browsers, failed } });
  for (const browsers of [1, 3, 40, 99]) {
    expect(judge(rule, own, [past(browsers, 0)])).not.toBeNull();
  }
  expect(judge(rule, own, [past(20, 19)])).toBeNull();
  expect(judge(rule, own, [past(200, 190)])).toBeNull();
});

const strict: Rule = { ...rule, minNetworks: 1 };
it('without networks counts browsers alone', () => {
  const own = { browsers: 20, failed: 20, networks: 1 };
  expect(judge(strict, own, [stated])).not.toBeNull();
});

describe('the window that is judged', () => {
  const hour = 3_600_000;

  it.each([
    [0, { from: 0, place: 0 }],
    [hour - 1, { from: 0, place: 0 }],
    [hour, { from: hour / 2, place: 1 }],
    [1.75 * hour, { from: hour, place: 2 }],
    [24 * hour, { from: 23.5 * hour, place: 47 }],
  ])('%d ms after a move of the app is %j', (at, window) => {
    expect(judgedWindow(0, at, hour)).toEqual(window);
  });

  it('has a share of what may be wrong, and all of them together have no more than all of it', () => {
    const judged = ['failures', 'lcp', 'inp', 'load'] as const;
    const shares = judged.flatMap((what) =>
      Array.from({ length: 10_000 }, (_, place) => shareOf({ place }, what)),
    );
    expect(shares[0]).toBe(0.35);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1);
  });
});
