import { expect, it } from 'vitest';
import { plainAddresses } from './path-pattern.ts';

it('finds the addresses of routes that need no parameter, and where a whole app begins', () => {
  const paths = ['/notes/:id', '/notes/*', '/notes/archive', '/', '/teams/:team/*'];
  expect(plainAddresses(paths.map((path) => ({ path })))).toEqual([
    '/notes',
    '/notes/archive',
    '/',
  ]);
});
