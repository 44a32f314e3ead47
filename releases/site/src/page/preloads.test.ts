import { describe, expect, it } from 'vitest';
import { matchesRoute } from './preloads.ts';

describe('matching a path to a declared route', () => {
  it.each([
    ['/', '/', true],
    ['/', '/assets', false],
    ['/assets', '/assets', true],
    ['/assets', '/assets/', true],
    ['/tx/:id', '/tx/1', true],
    ['/tx/:id', '/tx', false],
    ['/tx/:id', '/tx/1/2', false],
    ['/tx/:id', '/ax/1', false],
  ])('%s and %s: %s', (pattern, path, matches) => {
    expect(matchesRoute(pattern, path)).toBe(matches);
  });
});
