import { expect, it } from 'vitest';
import { didYouMean } from './nearest.ts';

const verbs = ['publish', 'promote', 'rollback', 'status', 'gc'];

it.each([
  ['promot', 'promote'],
  ['prmoote', 'promote'],
  ['rolback', 'rollback'],
  ['stats', 'status'],
  ['pub', 'publish'],
  ['cg', 'gc'],
])('takes %s for %s', (word, meant) => {
  expect(didYouMean(word, verbs)).toBe(` Did you mean "${meant}"?`);
});

it.each(['deploy', 'x', 'statistics'])('does not guess at %s', (word) => {
  expect(didYouMean(word, verbs)).toBe('');
});
