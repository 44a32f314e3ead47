import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBrowser } from './browser.ts';
import { bucketCount, choiceOf, rolloutBucketOf } from './rollout-bucket.ts';

const browser = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const percent = fc.double({ min: 0.01, max: 99.99, noNaN: true });
const build = '1.0.0-aaaaaaaaaaaa';
const one = (share: number) => ({ 'mfe-note': { build, percent: share } });
const canariesOf = (bucket: number, canaries: Parameters<typeof choiceOf>[1]['canaries']) =>
  choiceOf(bucket, { canaries }).canaries;
const isIn = (id: string, share: number) =>
  canariesOf(rolloutBucketOf(id), one(share)).length === 1;

describe('the rollout bucket of a browser', () => {
  it('is always the same, within range', () => {
    fc.assert(
      fc.property(browser, (id) => {
        const bucket = rolloutBucketOf(id);
        expect(Number.isInteger(bucket) && bucket >= 0 && bucket < bucketCount).toBe(true);
        expect(rolloutBucketOf(id)).toBe(bucket);
      }),
    );
  });

  it('stays in the canary when its share is raised, and out when it is lowered', () => {
    fc.assert(
      fc.property(browser, percent, percent, (id, a, b) => {
        const [lower, higher] = a < b ? [a, b] : [b, a];
        if (isIn(id, lower)) expect(isIn(id, higher)).toBe(true);
        if (!isIn(id, higher)) expect(isIn(id, lower)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same for all apps that share a percentage', () => {
    fc.assert(
      fc.property(browser, percent, (id, share) => {
        const both = { 'mfe-b': { build, percent: share }, 'mfe-a': { build, percent: share } };
        expect([[], ['mfe-a', 'mfe-b']]).toContainEqual(canariesOf(rolloutBucketOf(id), both));
      }),
    );
  });

  it('spreads random browsers so that a share gets its share', () => {
    const count = 20_000;
    const found = Array.from({ length: count }, () => rolloutBucketOf(newBrowser()));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), (share) => {
        const inside = found.filter((bucket) => canariesOf(bucket, one(share)).length === 1).length;
        // Six standard deviations: once in 500 million draws.
        const spread = 6 * Math.sqrt((share / 100) * (1 - share / 100) * count);
        expect(Math.abs(inside - (share / 100) * count)).toBeLessThan(spread);
      }),
      { numRuns: 99 },
    );
  });

  it('gets the settings of a share like a canary of that share', () => {
    const values = {
      'mfe-b': { values: {}, share: { percent: 0.02, values: { size: 2 } } },
      'mfe-a': { values: {}, share: { percent: 0.01, values: { size: 1 } } },
      'mfe-c': { values: { size: 3 } },
    };
    const sharesOf = (bucket: number) => choiceOf(bucket, { canaries: {}, values }).shares;
    expect([0, 1, 2].map(sharesOf)).toEqual([['mfe-a', 'mfe-b'], ['mfe-b'], []]);
  });

  it('fills a share to the bucket: of 0.01 % it is one bucket in all', () => {
    const inside = Array.from({ length: bucketCount }, (_, bucket) => bucket).filter(
      (bucket) => canariesOf(bucket, one(0.01)).length > 0,
    );
    expect(inside).toEqual([0]);
  });
});
