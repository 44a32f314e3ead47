import { describe, expect, it } from 'vitest';
import { backoff, jittered } from './backoff.ts';

describe('backoff', () => {
  it('begins with a second and doubles up to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 50, 5000].map(backoff)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000,
    ]);
  });
});

describe('jittered', () => {
  it('spreads a wait from its half to its whole', () => {
    expect([0, 0.5, 0.999].map((random) => jittered(8_000, random))).toEqual([8_000, 6_000, 4_004]);
  });
});
