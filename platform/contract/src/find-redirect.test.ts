import { expect, it } from 'vitest';
import { findRedirect } from './find-redirect.ts';

const remotes = [
  { declaration: {} },
  {
    declaration: {
      redirects: [
        { from: '/notes', to: '/memos' },
        { from: '/notes/:id', to: '/memos/:id' },
        { from: '/notes/new', to: '/memos/add' },
        { from: '/notes/:id/:part', to: '/parts/:part/:id' },
        { from: '/drafts/*', to: '/memos/drafts/*' },
        { from: '/old/*', to: '/' },
      ],
    },
  },
];

it.each([
  ['/notes', '/memos'],
  ['/NOTES/', '/memos'],
  ['/notes/7', '/memos/7'],
  ['/notes/new', '/memos/add'],
  ['/notes/a%20b', '/memos/a%20b'],
  ['/notes/r%2F1', '/memos/r%2F1'],
  ['/notes/r%252F1', '/memos/r%252F1'],
  ['/notes/%2F%2Felsewhere.test', '/memos/%2F%2Felsewhere.test'],
  ['/notes/%zz', '/memos/%25zz'],
  ['/notes/7/top', '/parts/top/7'],
  ['/drafts', '/memos/drafts'],
  ['/drafts/a/b%2Fc', '/memos/drafts/a/b%2Fc'],
  ['/drafts//elsewhere.test', '/memos/drafts//elsewhere.test'],
  ['/old/a/b', '/'],
  ['/memos/7', null],
  ['/', null],
])('%s leads to %s', (pathname, to) => {
  expect(findRedirect(remotes, pathname)).toBe(to);
});
