import fc from 'fast-check';
import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { findRoute } from './find-route.ts';
import { tries } from './testing/proof.testing.ts';

const paths = [
  '/',
  '/assets',
  '/tx/:id',
  '/notes/:id',
  '/notes/new',
  '/:team/diary',
  '/notes/:id/all',
  '/tx/*',
  '/notes/:id/more/*',
];
const routes = paths.map((path) => ({ path }));

const segments = fc.oneof(
  fc.constantFrom('assets', 'TX', 'tx', 'notes', 'new', 'diary', 'all', 'n%6Ftes', '', '%zz', '%'),
  // What is left of a `%2F` after one decoding the router takes for a slash.
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 5 })
    .filter((text) => !text.includes('%2F'))
    .map(encodeURIComponent),
);
const addresses = fc
  .tuple(fc.array(segments, { maxLength: 4 }), fc.constantFrom('', '/', '//'))
  .map(([all, end]) => `/${all.join('/')}${end}`);

it('finds what the router finds, with the same parameters', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const [match] = matchRoutes(routes, address) ?? [];
      const found = findRoute(routes, address);
      const params = match && { ...match.params };
      // Slashes at the end mean nothing here.
      if (params?.['*'] !== undefined) params['*'] = params['*'].replace(/\/+$/, '');
      expect([found?.route.path, found?.params]).toEqual([match?.route.path, params]);
    }),
    { numRuns: tries(1_000) },
  );
});

it('reads any id from the path that says it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      const path = `/notes/${encodeURIComponent(id)}/all`;
      expect(findRoute(routes, path)).toMatchObject({ id, path, params: { id } });
    }),
  );
});

it.each(['r/1', 'r%2F1', 'r%252F1', '%', '%00', '%zz', '+', 'a?b#c', 'a\\b', ';:', '…', '%2e'])(
  'tells %s from all others',
  (id) => {
    expect(findRoute(routes, `/tx/${encodeURIComponent(id)}`)?.id).toBe(id);
  },
);

it.each([
  ['/tx', '/tx/*', '', '/tx'],
  ['/tx/1', '/tx/:id', undefined, '/tx/1'],
  ['/TX/1/a%2Fb', '/tx/*', '1/a/b', '/tx/1/a%2Fb'],
  ['/notes/7/more/2/', '/notes/:id/more/*', '2', '/notes/7/more/2'],
])('%s is of the route %s', (address, route, below, path) => {
  const found = findRoute(routes, address);
  expect([found?.route.path, found?.params['*'], found?.path]).toEqual([route, below, path]);
});
