import { expect, it } from 'vitest';
import { comparisonWords, splitWords } from './comparison-words.ts';

it.each([
  [0.018, 0.091, 'between 2 and 9 points more browsers fail'],
  [0.004, 0.091, 'between 0.4 and 9 points more browsers fail'],
  [-0.09, -0.02, 'between 2 and 9 points fewer browsers fail'],
  [-0.01, 0.05, 'no difference is shown: between 1 point fewer and 5 points more browsers fail'],
  [-0.03, 0.05, 'no difference is shown: between 3 points fewer and 5 points more browsers fail'],
])('says of a difference between %d and %d: %s', (low, high, words) => {
  expect(comparisonWords({ low, high })).toBe(words);
});

it('says how a split is broken', () => {
  expect(splitWords({ asked: 10, came: 17, networks: 400 })).toBe(
    'the split is broken: 10 % asked, 17 % came (of 400 new networks)',
  );
});
