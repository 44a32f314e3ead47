import { expect, it } from 'vitest';
import { pathTo, routesAbout } from './routes-about.ts';

it('finds the first route about each subject', () => {
  const routes = [
    { path: '/notes', page: 'Notes' },
    { path: '/tx/:id', page: 'Transaction', about: 'transfer' as const },
  ];
  const others = [{ path: '/ax/:id', page: 'Transaction', about: 'transfer' as const }];
  const found = routesAbout([{ declaration: { routes } }, { declaration: { routes: others } }]);
  expect([...found].map(([subject, { path }]) => [subject, path])).toEqual([
    ['transfer', '/tx/:id'],
  ]);
});

it('makes a path from a route and a value, whatever that is', () => {
  expect(pathTo({ path: '/tx/:id/all' }, 'a/b $& ?')).toBe('/tx/a%2Fb%20%24%26%20%3F/all');
});
