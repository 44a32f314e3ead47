import { expect, it } from 'vitest';
import { pathTo, routesAbout } from './routes-about.ts';

it('finds the first route about each subject', () => {
  const routes = [
    { path: '/notes', page: 'Notes' },
    { path: '/bread/:id', page: 'Bread', about: 'bread' },
  ];
  const others = [{ path: '/loaf/:id', page: 'Bread', about: 'bread' }];
  const found = routesAbout([{ declaration: { routes } }, { declaration: { routes: others } }]);
  expect([...found].map(([subject, { path }]) => [subject, path])).toEqual([
    ['bread', '/bread/:id'],
  ]);
});

it('makes a path from a route and a value, whatever that is', () => {
  expect(pathTo({ path: '/bread/:id/all' }, 'a/b $& ?')).toBe('/bread/a%2Fb%20%24%26%20%3F/all');
});
