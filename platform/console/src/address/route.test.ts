import { describe, expect, it } from 'vitest';
import { addressOf, parseRoute, type Route } from './route.ts';

const routes: [string, Route][] = [
  ['/', { page: 'board', channel: 'production' }],
  ['/?channel=preview', { page: 'board', channel: 'preview' }],
  ['/apps/mfe-ledger', { page: 'app', app: 'mfe-ledger', channel: 'production' }],
  ['/apps/shell?channel=preview', { page: 'app', app: 'shell', channel: 'preview' }],
  ['/history', { page: 'history', app: null, channel: 'production' }],
  [
    '/history?app=mfe-auth&channel=preview',
    { page: 'history', app: 'mfe-auth', channel: 'preview' },
  ],
  ['/audit', { page: 'audit', channel: 'production' }],
  ['/policy', { page: 'policy', channel: 'production' }],
  ['/tokens', { page: 'tokens', channel: 'production' }],
  ['/packages', { page: 'part', name: 'packages', channel: 'production' }],
];

function read(address: string): Route {
  const { pathname, search } = new URL(address, 'http://localhost');
  return parseRoute(pathname, search);
}

describe('an address', () => {
  it.each(routes)('%s is a route, and the route has that address', (address, route) => {
    expect(read(address)).toEqual(route);
    expect(addressOf(route)).toBe(address);
  });

  it.each(['/apps/Nobody', '/apps/a/b', '/Board', '/tokens/1', '/history/2', '/packages/1'])(
    '%s leads nowhere',
    (address) => {
      expect(read(address).page).toBe('nowhere');
    },
  );

  it('means production where its channel is none', () => {
    expect(read('/?channel=../x')).toEqual({ page: 'board', channel: 'production' });
    expect(read('/history?app=%3Cb%3E')).toEqual({
      page: 'history',
      app: null,
      channel: 'production',
    });
  });
});
