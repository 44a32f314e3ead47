// @vitest-environment jsdom
import type { RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, render, screen } from '@testing-library/react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  RouterProvider,
  useLoaderData,
} from 'react-router-dom';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { inlineConfiguration } from '../configuration/inline-configuration.testing.ts';
import { loadPage } from './load-page.ts';
import { noteRelease } from './note-release.testing.ts';
import { createPagesLeft } from './pages-left.ts';
import { noteRevision, testSite } from './site.testing.tsx';
import { siteRoutes } from './site-routes.tsx';

const build = '1.0.0-aaaaaaaaaaaa';

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockReturnValue());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Opens `/notes/1`; what its loader brings is answered by the test. */
async function open() {
  inlineConfiguration();
  history.replaceState(null, '', '/notes/1');
  const asked: { id: string | undefined; answer: (data: string) => void }[] = [];
  const loader = ({ params: { id } }: LoaderFunctionArgs) =>
    new Promise<string>((answer) => asked.push({ id, answer }));
  const action = () => null;
  const routes: RouteModules = {
    '/notes/:id': { Component: () => <p>{useLoaderData<string>()}</p>, loader, action },
  };
  const note = noteRelease(build, [{ path: '/notes/:id', page: 'Note' }]);
  const site = testSite(
    noteRevision(1, [note]),
    { [build]: routes },
    {
      present: () => String(history.state?.key),
    },
  );
  const router = createBrowserRouter(siteRoutes(site));
  onTestFinished(() => router.dispose());
  render(<RouterProvider router={router} />);
  const answer = async (data: string) => {
    await vi.waitFor(() => expect(asked).not.toEqual([]), { timeout: 60_000 });
    await act(async () => asked.shift()?.answer(data));
  };
  const go = (to: string | number) =>
    act(async () => void (typeof to === 'number' ? router.navigate(to) : router.navigate(to)));
  await answer('one');
  await screen.findByText('one');
  await go('/notes/2');
  await answer('two');
  await screen.findByText('two');
  return { asked, answer, go, router };
}

it('is there at once when somebody goes back or forward, and then as it is now', async () => {
  const { asked, answer, go } = await open();
  await go(-1);
  await screen.findByText('one');
  expect(asked.map(({ id }) => id)).toEqual(['1']);
  await answer('one, later');
  await screen.findByText('one, later');
  await go(1);
  await screen.findByText('two');
  await answer('two, later');
  await screen.findByText('two, later');
  await go(-1);
  await screen.findByText('one, later');
});

it('is loaded for who follows a link, wherever they have been', async () => {
  const { asked, go } = await open();
  await go('/notes/1');
  expect(asked.map(({ id }) => id)).toEqual(['1']);
  expect(screen.getByText('two')).toBeDefined();
  expect(screen.queryByText('one')).toBeNull();
});

it('is not taken for another address of the same route, which a fetcher may load meanwhile', async () => {
  history.replaceState(null, '', '/notes/1');
  const entry = { id: 'one' };
  const left = createPagesLeft(() => entry.id);
  const note = noteRelease(build, [{ path: '/notes/:id', page: 'Note' }]);
  const site = testSite(noteRevision(1, [note]), {
    [build]: { '/notes/:id': { Component: () => null } },
  });
  const url = new URL('/notes/1', location.origin);
  const args = { url, request: new Request(url), pattern: '*', params: {}, context: {} };
  const loaded = await loadPage(site, args);
  if ('redirect' in loaded) throw new Error('It is a page.');
  left.shown(loaded.page);
  expect(left.found(url)).toBeNull();
  entry.id = 'two';
  left.shown(loaded.page);
  entry.id = 'one';
  expect(left.found(url)).toBe(loaded.page);
  expect(left.found(new URL('/notes/2', location.origin))).toBeNull();
});

it('is loaded after something was submitted', async () => {
  const { asked, answer, go, router } = await open();
  const form = new FormData();
  await act(async () => void router.navigate('/notes/2', { formMethod: 'post', formData: form }));
  await answer('two, submitted');
  await go(-1);
  await vi.waitFor(() => expect(asked.map(({ id }) => id)).toEqual(['1']), { timeout: 60_000 });
  expect(screen.queryByText('one')).toBeNull();
  await answer('one, later');
  await screen.findByText('one, later');
});
