import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../src/contract/health.ts';
import { chanceOf } from './chance.ts';
import { judge, pastOf, type Rule, stated } from './rule.ts';
import { onlyCounting } from './settings.ts';

const { rule } = onlyCounting;
const figures = fc
  .record({
    browsers: fc.integer({ min: 0, max: 3_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ browsers, share }) => ({ browsers, failed: Math.round(browsers * share) }));
const comparison = figures.map((rates): Comparison => ({ what: 'live', build: null, ...rates }));
const subject = figures.map((rates) => ({ ...rates, networks: rates.failed }));

/** Draws that are the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** After how many browsers a build that fails so often is taken for worse; null: not within them. */
function takenAfter(draw: () => number, [own, other]: [number, number], most: number) {
  const failedOf = (browsers: number, share: number) =>
    Array.from({ length: browsers }, draw).filter((one) => one < share).length;
  const against: Comparison = {
    what: 'live',
    build: null,
    browsers: 100,
    failed: failedOf(100, other),
  };
  let failed = 0;
  for (let browsers = 1; browsers <= most; browsers += 1) {
    if (draw() < own) failed += 1;
    if (judge(rule, { browsers, failed, networks: failed }, [against])) return browsers;
  }
  return null;
}

describe('chance', () => {
  it.each([
    // The lady tasting tea; and counts beyond the table of factorials.
    [[4, 3], [4, 1], 17 / 70],
    [[10, 10], [20, 0], 1 / 30_045_015],
    [[2, 1], [998, 1], 1 - (998 * 997) / (1_000 * 999)],
    [[5, 0], [5, 3], 1],
  ])(
    'of %j beside %j is %d',
    ([browsers = 0, failed = 0], [others = 0, otherFailed = 0], chance) => {
      const found = chanceOf({ browsers, failed }, { browsers: others, failed: otherFailed });
      expect(found / chance).toBeCloseTo(1, 9);
    },
  );
});

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

  it('takes a build that is like the other for worse once in a thousand at most, looked at 300 times', () => {
    const draw = random(20_261_121);
    for (const share of [0.02, 0.1, 0.3]) {
      const taken = Array.from({ length: 1_000 }, () => takenAfter(draw, [share, share], 300));
      expect(taken.filter((after) => after !== null).length).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [1, 0.02, 10],
    [0.5, 0.02, 40],
    [0.3, 0.02, 150],
  ])(
    'finds a build that fails in a share of %d, beside %d, within %d browsers',
    (own, other, most) => {
      const draw = random(7);
      for (let turn = 0; turn < 100; turn += 1) {
        expect(takenAfter(draw, [own, other], most)).not.toBeNull();
      }
    },
  );

  it('stands in 2 % for what is not known, and lets the past weigh no more than 200 browsers', () => {
    const own = (failed: number) => ({ browsers: 20, failed, networks: failed });
    expect(judge(rule, own(8), [stated])).toMatchObject({ against: stated });
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
