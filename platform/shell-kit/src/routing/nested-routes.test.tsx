// @vitest-environment jsdom
import type { RouteModule, RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Form,
  Link,
  type LoaderFunctionArgs,
  Outlet,
  redirect,
  useActionData,
  useFetcher,
  useLoaderData,
  useParams,
  useRouteError,
  useSearchParams,
} from '../router/router.ts';
import { openSite } from './site.testing.tsx';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const declared = ['/notes', '/notes/:id', '/notes/:id/lines/:line', '/other'].map((path) => ({
  path,
  page: path,
}));
describe.each([
  ['the page’s root', false],
  ['a root of its own', true],
])('in %s', (_root, earlier) => {
  const open = (path: string, routes: RouteModules) =>
    openSite({ path, declared, routes, earlier });
  const Other = { Component: () => <p>Other</p> };

  /** A page that shows its parameters, what its loader brought and what is nested in it. */
  function shows(name: string) {
    function Shown() {
      const { '*': _, ...params } = useParams();
      return (
        <section aria-label={name}>
          <p>{`${name} ${JSON.stringify(params)} ${useLoaderData<string>()}`}</p>
          <Outlet />
        </section>
      );
    }
    const loader = ({ params }: LoaderFunctionArgs) => `${name} of ${params.id ?? 'all'}`;
    return { Component: Shown, loader };
  }

  describe('a nested route', () => {
    function Notes() {
      const [words, setWords] = useState('');
      return (
        <>
          <input aria-label="words" value={words} onChange={(e) => setWords(e.target.value)} />
          <p>{useLoaderData<string>()}</p>
          <Link to="7">Seven</Link>
          <Outlet />
        </>
      );
    }
    const nested: RouteModules = {
      '/notes': {
        Component: Notes,
        loader: () => 'All notes',
        children: {
          '': { Component: () => <p>Choose one</p> },
          ':id': { ...shows('Note'), children: { 'lines/:line': shows('Line') } },
        },
      },
      '/other': Other,
    };

    it('has parameters, data and a place in its parent, each its own', async () => {
      open('/notes/7/lines/2', nested);
      const line = 'Line {"id":"7","line":"2"} Line of 7';
      expect((await screen.findByText(line)).closest('section[aria-label=Note]')).not.toBeNull();
      expect(screen.getByText('Note {"id":"7","line":"2"} Note of 7')).toBeDefined();
      expect(screen.getByText('All notes')).toBeDefined();
    });

    it('has the parameters that its path says, decoded once, and so have the links in it', async () => {
      const Note = () => (
        <>
          <p>{`Note ${useParams().id}`}</p>
          <Link to="lines/2">Second</Link>
          <Outlet />
        </>
      );
      const Line = () => <p>{`Line ${JSON.stringify(useParams().id)}`}</p>;
      const children = {
        ':id': { Component: Note, children: { 'lines/:line': { Component: Line } } },
      };
      const router = open('/notes/r%252F1', {
        '/notes': { Component: Outlet, children },
        '/other': Other,
      });
      await screen.findByText('Note r%2F1');
      for (const [path, id] of [
        ['r%252F1', 'r%2F1'],
        ['r%2F1', 'r/1'],
        ['a%5Cb%3F%23%25', 'a\\b?#%'],
      ] as const) {
        await act(() => router.navigate(`/notes/${path}`));
        await press('Second');
        await screen.findByText(`Line ${JSON.stringify(id)}`);
        expect(location.pathname).toBe(`/notes/${path}/lines/2`);
      }
    });

    it('changes within its parent, which keeps what was typed', async () => {
      const router = open('/notes', nested);
      await screen.findByText('Choose one');
      fireEvent.change(screen.getByLabelText('words'), { target: { value: 'hello' } });
      await press('Seven');
      await screen.findByText('Note {"id":"7"} Note of 7');
      expect(screen.queryByText('Choose one')).toBeNull();
      expect(location.pathname).toBe('/notes/7');
      await act(() => router.navigate('/notes/8/lines/1'));
      await screen.findByText('Line {"id":"8","line":"1"} Line of 8');
      expect(screen.getByLabelText<HTMLInputElement>('words').value).toBe('hello');
    });

    it('of a build that lacks a declared one is no page of it', async () => {
      open('/other', { ...nested, '/notes': { Component: Notes } });
      expect((await screen.findByRole('alert')).textContent).toContain('Notes cannot be shown');
    });
  });

  it('a page has the parameters of its path, and of its search', async () => {
    function Page() {
      const [search, setSearch] = useSearchParams();
      const { id } = useParams();
      return (
        <button type="button" onClick={() => setSearch({ q: 'ada' })}>
          {`Note ${id}, ${search.get('q')}`}
        </button>
      );
    }
    const page = { Component: Page };
    open('/notes/7', { ...allAs(page), '/notes/:id': page });
    const button = await screen.findByText('Note 7, null');
    await act(async () => button.click());
    expect(await screen.findByText('Note 7, ada')).toBe(button);
    expect(location.search).toBe('?q=ada');
  });

  describe('an action', () => {
    /** A page whose form adds to what its loader brings. */
    function list() {
      const lines = ['one'];
      function Page() {
        const fetcher = useFetcher<string>();
        return (
          <>
            <p>{useLoaderData<string[]>().join(', ')}</p>
            <p>{`said: ${useActionData<string>() ?? 'nothing'}`}</p>
            <p>{`told: ${fetcher.data ?? 'nothing'}`}</p>
            <Form method="post">
              <input name="line" defaultValue="two" />
              <button type="submit">Add</button>
            </Form>
            <fetcher.Form method="post">
              <input name="line" defaultValue="three" />
              <button type="submit">Fetch</button>
            </fetcher.Form>
          </>
        );
      }
      const action = async ({ request, params }: LoaderFunctionArgs) => {
        const line = String((await request.formData()).get('line'));
        lines.push(line);
        return `${line} in ${params.id}`;
      };
      return { Component: Page, loader: () => [...lines], action };
    }

    it('takes a form, and the page has new data and its answer', async () => {
      open('/notes/7', { ...allAs(Other), '/notes/:id': list() });
      await screen.findByText('one');
      await press('Add');
      expect(await screen.findByText('one, two')).toBeDefined();
      expect(screen.getByText('said: two in 7')).toBeDefined();
    });

    it('takes what a fetcher submits, without a navigation', async () => {
      open('/notes/7', { ...allAs(Other), '/notes/:id': list() });
      const before = history.length;
      await press('Fetch');
      expect(await screen.findByText('one, three')).toBeDefined();
      expect(screen.getByText('told: three in 7')).toBeDefined();
      expect(history.length).toBe(before);
    });

    const Sends = () => (
      <Form method="post">
        <button type="submit">Send</button>
      </Form>
    );

    it('may lead elsewhere', async () => {
      const page = { Component: Sends, action: () => redirect('/other') };
      open('/notes', { ...allAs(Other), '/notes': page });
      await press('Send');
      await screen.findByText('Other');
      expect(location.pathname).toBe('/other');
    });

    it.each([
      ['the parent’s', '/notes', { '': { Component: () => <p>Index</p> } }],
      ['its own', '/notes?index', { '': { Component: () => <p>Index</p>, action: () => 'index' } }],
    ])('of an address with an index is %s', async (_whose, to, children) => {
      const done = vi.fn(() => 'parent');
      function Parent() {
        const fetcher = useFetcher<string>();
        return (
          <>
            <button
              type="button"
              onClick={() => fetcher.submit({}, { method: 'post', action: to })}
            >
              Send
            </button>
            <p>{`told: ${fetcher.data ?? 'nothing'}`}</p>
            <Outlet />
          </>
        );
      }
      open('/notes', { ...allAs(Other), '/notes': { Component: Parent, action: done, children } });
      await press('Send');
      await screen.findByText(to === '/notes' ? 'told: parent' : 'told: index');
    });

    it('that throws is shown by the route’s own boundary, and the next one works', async () => {
      let fails = true;
      const action = () => {
        if (fails) throw new Error('not now');
        return 'done';
      };
      const page = { Component: Sends, action, ErrorBoundary: Reason };
      const router = open('/notes', { ...allAs(Other), '/notes': page });
      await press('Send');
      await screen.findByText('Sorry: not now');
      expect(screen.getByRole('banner')).toBeDefined();
      fails = false;
      await act(() => router.revalidate());
      await press('Send');
      expect(screen.queryByText('Sorry: not now')).toBeNull();
    });

    it('that fails when its page has been left does not break that page for who comes back', async () => {
      const { promise, reject } = Promise.withResolvers<never>();
      const page = { Component: Sends, action: () => promise };
      const router = open('/notes', { ...allAs(Other), '/notes': page });
      await press('Send');
      await act(() => router.navigate('/other'));
      await screen.findByText('Other');
      await act(async () => reject(new Error('too late')));
      await act(() => router.navigate('/notes'));
      expect(await screen.findByText('Send')).toBeDefined();
    });

    it('that a page has not, is an error of that page alone', async () => {
      open('/notes', { ...allAs(Other), '/notes': { Component: Sends } });
      await press('Send');
      await screen.findByText('Unexpected Application Error');
      expect(screen.getByRole('banner')).toBeDefined();
    });
  });

  describe('an error boundary', () => {
    const parent = (child: RouteModule): RouteModules => ({
      ...allAs(Other),
      '/notes': {
        Component: () => (
          <>
            <p>All notes</p>
            <Outlet />
          </>
        ),
        ErrorBoundary: Reason,
        children: { ':id': child, '': { Component: () => null } },
      },
    });

    it.each<[string, RouteModule]>([
      ['as it is drawn', { Component: throws }],
      ['in its loader', { Component: () => null, loader: throws }],
    ])('of a nested route holds what that throws %s, and no more', async (_when, child) => {
      const router = open('/notes/7', parent({ ...child, ErrorBoundary: Reason }));
      await screen.findByText('Sorry: oh');
      expect(screen.getByText('All notes')).toBeDefined();
      await act(() => router.navigate('/notes'));
      expect(screen.queryByText('Sorry: oh')).toBeNull();
      expect(screen.getByText('All notes')).toBeDefined();
    });

    it('of its parent has it where it has none', async () => {
      open('/notes/7', parent({ Component: throws }));
      await screen.findByText('Sorry: oh');
      expect(screen.queryByText('All notes')).toBeNull();
      expect(screen.getByRole('banner')).toBeDefined();
    });
  });
});

function throws(): never {
  throw new Error('oh');
}

function Reason() {
  const error = useRouteError();
  return <p>{`Sorry: ${error instanceof Error ? error.message : 'who knows'}`}</p>;
}

async function press(words: string): Promise<void> {
  const button = await screen.findByText(words);
  await act(async () => button.click());
}

/** Every declared path as this page; a test has its own for the one it is about. */
function allAs(page: RouteModule): RouteModules {
  return Object.fromEntries(declared.map(({ path }) => [path, page]));
}
