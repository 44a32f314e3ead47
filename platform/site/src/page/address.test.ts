import { describe, expect, it } from 'vitest';
import { addressIn } from './address.ts';

const paths = ['/', '/assets', '/tx/:id', '/notes/:id', '/notes/new', '/:team/diary', '/books'];
const declaration = {
  name: 'mfe-note',
  title: 'Notes',
  menu: [],
  routes: paths.map((path) => ({ path, page: path })),
};
const remotes = [{ name: 'mfe-note', build: '1.0.0-aaaaaaaaaaaa', base: '/', declaration }];

const shellPages = [
  { path: '/api', page: 'API' },
  { path: '/contact', page: 'Contact Us' },
];

describe('an address', () => {
  it.each([
    ['/', '/', ''],
    ['/assets', '/assets', ''],
    ['/Assets/', '/assets', ''],
    ['/%61ssets', '/assets', ''],
    ['/tx/1', '/tx/:id', '1'],
    ['/TX/a%2Fb', '/tx/:id', 'a/b'],
    ['/tx/a%252Fb', '/tx/:id', 'a%2Fb'],
    ['/t%78/%zz', undefined, ''],
    ['/tx/%zz', '/tx/:id', '%zz'],
    ['/notes/7', '/notes/:id', '7'],
    ['/notes/new', '/notes/new', ''],
    ['/red/diary', '/:team/diary', 'red'],
    ['/api', '/api', ''],
    ['/contact', '/contact', ''],
    ['/tx', undefined, ''],
    ['/tx/1/2', undefined, ''],
    ['/ax/1', undefined, ''],
    // As the router has it, which a page of another address would fail.
    ['//assets', undefined, ''],
    ['/tx//1', undefined, ''],
    ['/tx/1//', '/tx/:id', '1'],
    ['//', '/', ''],
    ['/BOOKS', '/books', ''],
    ['/boo%E2%84%AAs', undefined, ''],
  ])('%s is of the route %s', (path, route, id) => {
    const found = addressIn(path, { remotes }, shellPages);
    expect([found.route?.path, found.id]).toEqual([route, id]);
    const isShells = route === '/api' || route === '/contact';
    expect(found.owner).toBe(route === undefined || isShells ? null : 'mfe-note');
  });
});
