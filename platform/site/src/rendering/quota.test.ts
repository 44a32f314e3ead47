import { expect, it } from 'vitest';
import { openQuota } from './quota.ts';

it.each([
  [2_000_000, 60, true],
  [2_000_001, 0, false],
  [0, 61, false],
])('%i characters in %i lines of one page are taken: %s', (characters, lines, taken) => {
  expect(openQuota().take(characters, lines)).toBe(taken);
});
