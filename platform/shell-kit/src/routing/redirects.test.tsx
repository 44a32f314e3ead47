// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSite } from './site.testing.tsx';

beforeEach(() => {
  // A file before may have gone back: what lay ahead of it would go with the next entry, and the length stay.
  history.pushState(null, '', '/');
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const open = (path: string) =>
  openSite({
    path,
    declared: ['/', '/memos/:id'].map((at) => ({ path: at, page: at })),
    redirects: [{ from: '/notes/:id', to: '/memos/:id' }],
    routes: {
      '/': { Component: () => <p>Home</p> },
      '/memos/:id': { Component: () => <p>Memo</p> },
    },
  });
const place = () => location.pathname + location.search + location.hash;

it('follows an address of before inside the tab, with query and fragment, and goes back past it', async () => {
  const router = open('/');
  await screen.findByText('Home');
  const entries = history.length;
  await act(() => router.navigate('/notes/r%2F1?page=2#end'));
  await screen.findByText('Memo');
  expect([place(), history.length]).toEqual(['/memos/r%2F1?page=2#end', entries + 1]);
  await act(() => router.navigate(-1));
  await screen.findByText('Home');
  expect(place()).toBe('/');
});

it('takes the place of an address of before that the browser is at', async () => {
  const entries = history.length;
  open('/notes/7');
  await screen.findByText('Memo');
  expect([place(), history.length]).toEqual(['/memos/7', entries]);
});
