import { expect, it } from 'vitest';
import { keepBounded } from './bounded.ts';

it('lets go what was not asked for the longest', () => {
  const kept = keepBounded<string>(2);
  kept.set('a', 'A');
  kept.set('b', 'B');
  expect(kept.get('a')).toBe('A');
  kept.set('c', 'C');
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['A', undefined, 'C']);
});

it('counts by weight, also of a value that is put in again', () => {
  const kept = keepBounded<string>(5, ({ length }) => length);
  kept.set('a', '12');
  kept.set('b', '123');
  kept.set('a', '1');
  kept.set('c', '1');
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['1', '123', '1']);
  kept.delete('b');
  kept.set('d', '123');
  expect([kept.get('a'), kept.get('c'), kept.get('d')]).toEqual(['1', '1', '123']);
  kept.set('e', '123456');
  expect(['a', 'c', 'd', 'e'].map(kept.get)).toEqual([undefined, undefined, undefined, undefined]);
});
