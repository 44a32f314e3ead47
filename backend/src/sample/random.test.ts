import { expect, it } from 'vitest';
import { createRandom } from './random.ts';

it('gives the same numbers for the same seed, others for another', () => {
  const numbers = (seed: string) => {
    const random = createRandom(seed);
    return [random.hex(12), random.between(1, 1_000_000), random.fraction()];
  };
  expect(numbers('spring')).toEqual(numbers('spring'));
  expect(numbers('spring')).not.toEqual(numbers('autumn'));
  expect(createRandom('tally').hex(16)).toBe('53a345b49af2ffa5');
});

it('reaches both ends of a range and nothing beyond', () => {
  const random = createRandom('ends');
  const rolls = Array.from({ length: 600 }, () => random.between(1, 6));
  expect([...new Set(rolls)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

it('picks every option, the first ones more often if skewed', () => {
  const random = createRandom('picks');
  const picks = Array.from({ length: 900 }, () => random.pick(['a', 'b', 'c'], 'skewed'));
  const times = (letter: string) => picks.filter((pick) => pick === letter).length;
  expect(times('a')).toBeGreaterThan(times('b'));
  expect(times('b')).toBeGreaterThan(0);
  expect(times('c')).toBeGreaterThan(0);
});
