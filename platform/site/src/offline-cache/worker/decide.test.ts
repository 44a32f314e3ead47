import { describe, expect, it } from 'vitest';
import { isAway, kindOf } from './decide.ts';

const site = 'https://site.example';
const asked = (url: string, mode = 'cors', method = 'GET') =>
  kindOf({ url: new URL(url, site).href, mode, method }, site, ['/recipes/']);

describe('what the worker does with a request', () => {
  it.each(['/', '/transfers?page=2', '/user/ada', '/nobody/has/this', '/recipes', '/healthy'])(
    '%s is a page',
    (path) => {
      expect(asked(path, 'navigate')).toBe('page');
    },
  );

  it.each([
    '/releases/preview/leave',
    '/releases/current.json',
    '/artifacts/shell/1.0.0-aaaaaaaaaaaa/notes.html',
    '/health',
    '/keeper.js',
    '/sitemap.xml',
    '/recipes/rye.txt',
  ])('%s, opened as a page, is the network’s alone', (path) => {
    expect(asked(path, 'navigate')).toBe('plain');
  });

  it('looks whether a file is cached', () => {
    expect(asked('/artifacts/shell/1.0.0-aaaaaaaaaaaa/main.js')).toBe('file');
  });

  it.each([
    ['/releases/current.json', 'cors', 'GET'],
    ['/releases/events', 'cors', 'GET'],
    ['/releases/reports', 'cors', 'POST'],
    ['/releases/preview', 'navigate', 'POST'],
    ['/releases/preview?link=x', 'navigate', 'GET'],
    ['/releases/preview/begin?link=x&proof=y', 'navigate', 'GET'],
    ['https://ledger.example/artifacts/x/1/y.js', 'cors', 'GET'],
    ['https://ledger.example/', 'navigate', 'GET'],
  ])('is nothing: %s %s %s', (url, mode, method) => {
    expect(asked(url, mode, method)).toBeNull();
  });
});

it('takes what a proxy says of a site that is away for no answer, and nothing else', () => {
  const away = [200, 204, 303, 304, 404, 500, 502, 503, 504].filter((status) =>
    isAway({ type: 'basic', status }),
  );
  expect(away).toEqual([502, 503, 504]);
});

it('takes a failed preload for no answer, and one that leads elsewhere for one', () => {
  expect(isAway(Response.error())).toBe(true);
  expect(isAway({ type: 'opaqueredirect', status: 0 })).toBe(false);
});
