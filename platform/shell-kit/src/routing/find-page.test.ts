import type { RemoteRelease } from '@tallystick/contract/release';
import { expect, it } from 'vitest';
import { findPage } from './find-page.ts';
import { noteRelease } from './note-release.testing.ts';

const build = '1.0.0-aaaaaaaaaaaa';
const remote: RemoteRelease = noteRelease(build, [
  { path: '/', page: 'Home' },
  { path: '/notes/:id', page: 'Note' },
  { path: '/notes/new', page: 'New note' },
]);
const shell = {
  pages: [{ path: '/api', title: 'API', element: null }],
  notFound: { title: 'Not Found', element: null },
};
const release = {
  channel: 'production',
  revision: 1,
  shell: { name: 'shell', build: '1.0.0-000000000000' },
  remotes: [{ ...remote, lacks: [{ path: '/plans', page: 'Plans' }] }],
};

it.each([
  ['/', `mfe-note@${build}:/`, 'Home', {}],
  ['/notes/7', `mfe-note@${build}:/notes/:id`, 'Note', { id: '7' }],
  ['/notes/r%2F1', `mfe-note@${build}:/notes/:id`, 'Note', { id: 'r/1' }],
  ['/notes/r%252F1', `mfe-note@${build}:/notes/:id`, 'Note', { id: 'r%2F1' }],
  ['/notes/a%20b/', `mfe-note@${build}:/notes/:id`, 'Note', { id: 'a b' }],
  ['/NOTES/7', `mfe-note@${build}:/notes/:id`, 'Note', { id: '7' }],
  ['/n%6Ftes/7', `mfe-note@${build}:/notes/:id`, 'Note', { id: '7' }],
  ['/notes/new', `mfe-note@${build}:/notes/new`, 'New note', {}],
  ['/plans', `mfe-note@${build}:/plans`, 'Plans', {}],
  ['/api', 'shell:/api', 'API', {}],
  ['/notes', 'shell:*', 'Not Found', {}],
  ['/notes/7/more', 'shell:*', 'Not Found', {}],
])('%s is %s', (pathname, key, title, params) => {
  expect(findPage(shell, release, pathname)).toMatchObject({ key, title, params });
});

it('knows a page by one address, which leads to the same page', () => {
  const { address } = findPage(shell, release, '/NOTES/r%252F1%3F%23/');
  expect(address).toBe('/notes/r%252F1%3F%23');
  expect(findPage(shell, release, address ?? '').params).toEqual({ id: 'r%2F1?#' });
});
