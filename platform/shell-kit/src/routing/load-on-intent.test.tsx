// @vitest-environment jsdom
import type { RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import {
  createBrowserRouter,
  Link,
  type LoaderFunctionArgs,
  RouterProvider,
  redirect,
  useLoaderData,
} from 'react-router-dom';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { inlineConfiguration } from '../configuration/inline-configuration.testing.ts';
import { loadOnIntent } from './load-on-intent.ts';
import { noteRelease } from './note-release.testing.ts';
import { noteRevision, testSite } from './site.testing.tsx';
import { siteRoutes } from './site-routes.tsx';

const build = '1.0.0-aaaaaaaaaaaa';
const cards = '1.0.0-cccccccccccc';
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});
afterEach(() => {
  stop();
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const link of document.head.querySelectorAll('link')) link.remove();
});

function Notes() {
  return (
    <ul>
      {['1', '2', '3'].map((id) => (
        <li key={id}>
          <Link to={`/notes/${id}`}>{`To ${id}`}</Link>
        </li>
      ))}
      <li>
        <Link to="/cards">To cards</Link>
      </li>
    </ul>
  );
}
const Note = () => <p>{`Note ${useLoaderData<string>()}`}</p>;

/** Opens `/notes`; what its notes' loader is asked for, and what is submitted to it, is answered by the test. */
async function open() {
  inlineConfiguration();
  history.replaceState(null, '', '/notes');
  const asked: { id: string | undefined; answer: (data: string) => void; fail: () => void }[] = [];
  const loader = ({ params: { id } }: LoaderFunctionArgs) =>
    new Promise<string>((answer, reject) =>
      asked.push({ id, answer, fail: () => reject(new Error('away')) }),
    );
  const submitted = Promise.withResolvers<Response>();
  const routes: RouteModules = {
    '/notes': { Component: Notes, action: () => submitted.promise },
    '/notes/:id': { Component: Note, loader },
  };
  const note = noteRelease(build, [
    { path: '/notes', page: 'Notes' },
    { path: '/notes/:id', page: 'Note' },
  ]);
  const other = noteRelease(cards, [{ path: '/cards', page: 'Cards' }]);
  const declaration = { ...other.declaration, name: 'mfe-card' };
  const card = { ...other, name: 'mfe-card', base: `/artifacts/mfe-card/${cards}/`, declaration };
  const began: string[] = [];
  const site = testSite(noteRevision(1, [note, card]), {
    [build]: routes,
    get [cards]() {
      began.push(cards);
      return { '/cards': { Component: () => <p>Cards</p> } };
    },
  });
  stop = loadOnIntent(site);
  const router = createBrowserRouter(siteRoutes(site));
  onTestFinished(() => router.dispose());
  render(<RouterProvider router={router} />);
  await seen('To 1');
  return { asked, began, site, router, submitted };
}

/** Waits by the machine's clock, since the test's fake clock stands still. */
const seen = (text: string) => vi.waitFor(() => screen.getByText(text), { timeout: 60_000 });
const point = (name: string) => fireEvent.pointerOver(screen.getByText(name));
const dwell = (milliseconds = 65) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('asks for the data of a page when somebody points at its link, and opens it with them', async () => {
  const { asked } = await open();
  point('To 1');
  await dwell();
  expect(asked.map(({ id }) => id)).toEqual(['1']);
  asked[0]?.answer('one');
  await act(async () => fireEvent.click(screen.getByText('To 1')));
  await seen('Note one');
  expect(asked).toHaveLength(1);
});

it('takes over in a navigation what is still on its way', async () => {
  const { asked } = await open();
  fireEvent.focusIn(screen.getByText('To 2'));
  await dwell();
  await act(async () => fireEvent.click(screen.getByText('To 2')));
  await act(async () => asked[0]?.answer('two'));
  await seen('Note two');
  expect(asked).toHaveLength(1);
});

it('asks for nothing when a pointer passes, or a finger scrolls', async () => {
  const { asked } = await open();
  point('To 1');
  await dwell(64);
  fireEvent.pointerOver(document.body);
  fireEvent.touchStart(screen.getByText('To 2'));
  await dwell(64);
  fireEvent.touchMove(screen.getByText('To 2'));
  await dwell();
  expect(asked).toEqual([]);
});

it.each([[{ saveData: true }], [{ effectiveType: '2g' }]])('asks for nothing on %o', async (on) => {
  const { asked } = await open();
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: on } }));
  point('To 1');
  await dwell();
  expect(asked).toEqual([]);
});

it('asks for two pages at a time, and then for what is still pointed at', async () => {
  const { asked } = await open();
  for (const name of ['To 1', 'To 2', 'To 3']) {
    point(name);
    await dwell();
  }
  expect(asked.map(({ id }) => id)).toEqual(['1', '2']);
  await act(async () => asked[0]?.answer('one'));
  expect(asked.map(({ id }) => id)).toEqual(['1', '2', '3']);
});

it('lets a failure ahead count for nothing: who goes there loads the page', async () => {
  const { asked, site } = await open();
  point('To 1');
  await dwell();
  const before = site.release.state();
  await act(async () => asked[0]?.fail());
  expect(site.release.state()).toBe(before);
  await act(async () => fireEvent.click(screen.getByText('To 1')));
  await act(async () => asked[1]?.answer('again'));
  await seen('Note again');
});

it.each([
  ['has come', true],
  ['is on its way', false],
])('asks again for what %s ahead when something submitted is answered', async (_what, came) => {
  const { asked, router, submitted } = await open();
  const formData = new FormData();
  await act(async () => void router.navigate('/notes', { formMethod: 'post', formData }));
  point('To 1');
  await dwell();
  if (came) await act(async () => asked[0]?.answer('old'));
  await act(async () => submitted.resolve(redirect('/notes/1')));
  await act(async () => asked[0]?.answer('old'));
  await act(async () => asked[1]?.answer('new'));
  await seen('Note new');
});

it('goes on after builds whose files cannot be told', async () => {
  const { asked } = await open();
  for (let times = 0; times < 2; times += 1) {
    point('To cards');
    await dwell();
    fireEvent.pointerOver(document.body);
  }
  point('To 1');
  await dwell();
  expect(asked.map(({ id }) => id)).toEqual(['1']);
});

it('fetches the files of another remote, with their hashes, and runs none of them', async () => {
  const { began, site } = await open();
  const hash = `sha384-${'a'.repeat(64)}`;
  const manifest = {
    metaData: { globalName: 'cards', remoteEntry: { name: 'entry.js' } },
    exposes: [
      { path: './routes', assets: { js: { sync: ['a.js'] }, css: { sync: ['a.css'] } } },
      { path: './card', assets: { js: { sync: ['b.js'] }, css: { sync: [] } } },
    ],
  };
  const files = Object.fromEntries(['entry.js', 'a.js', 'b.js', 'a.css'].map((f) => [f, hash]));
  const readBuild = site.readBuild;
  Object.assign(site, {
    readBuild: async (remote: Parameters<typeof readBuild>[0]) => ({
      ...(await readBuild(remote)),
      ...{ files, manifest },
    }),
  });
  point('To cards');
  await dwell();
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
  expect(links.map(({ as, href, integrity }) => [as, href.split('/').at(-1), integrity])).toEqual([
    ['script', 'entry.js', hash],
    ['script', 'a.js', hash],
    ['style', 'a.css', hash],
  ]);
  expect(began).toEqual([]);
});
