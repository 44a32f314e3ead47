// @vitest-environment jsdom

import type { DeclaredRoute, MenuEntry } from '@tallystick/contract/remote';
import { startTheme } from '@tallystick/ui/theme';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLedger } from './open-ledger.testing.tsx';

const suffix = '• Tallystick • Privacy First Data Ownership and Monetization Platform';
const notes: DeclaredRoute = { path: '/notes', page: 'Notes' };

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const link of document.head.querySelectorAll('link')) link.remove();
});

describe('a page', () => {
  it('has its content only after the first authentication state', async () => {
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    openLedger({
      path: '/notes',
      declared: [notes],
      routes: { '/notes': { Component: () => <p>All notes</p> } },
      ready,
    });
    expect(await screen.findByText('Please wait...')).toBeDefined();
    expect(screen.queryByText('All notes')).toBeNull();
    await act(async () => resolve());
    expect(await screen.findByText('All notes')).toBeDefined();
    expect(document.title).toBe(`Notes ${suffix}`);
  });

  it('is called in the title what its loader says, and has one address and a feed', async () => {
    const routes: DeclaredRoute[] = [
      { path: '/user/:id', page: 'User', about: 'user' },
      { path: '/person/:id', page: 'User', about: 'user' },
      notes,
    ];
    const loader = ({ params }: LoaderFunctionArgs) => ({ title: `Ada\u202e ${params.id}` });
    const Component = () => <p>Somebody</p>;
    const router = openLedger({
      path: '/notes',
      declared: routes,
      routes: {
        '/notes': { Component: () => <p>All notes</p> },
        '/user/:id': { Component, loader },
        '/person/:id': { Component, loader },
      },
    });
    await screen.findByText('All notes');
    const links = () =>
      [...document.head.querySelectorAll('link')].map(({ rel, href }) => [
        rel,
        href.slice(location.origin.length),
      ]);
    // The page adds no links for its first address, because the site server has written them.
    expect(links()).toEqual([]);
    await act(() => router.navigate('/person/a%20b?page=2&q=x'));
    await screen.findByText('Somebody');
    expect(document.title).toBe(`Ada⟨U+202E⟩ a b ${suffix}`);
    expect(screen.getByRole('main', { name: 'User' })).toBeDefined();
    expect(links()).toEqual([
      ['canonical', '/user/a%20b?page=2'],
      ['alternate', '/feeds/user/a%20b.atom'],
    ]);
    await act(() => router.navigate('/notes'));
    await screen.findByText('All notes');
    expect(document.title).toBe(`Notes ${suffix}`);
    expect(links()).toEqual([['canonical', '/notes']]);
    await act(() => router.navigate('/nowhere'));
    await screen.findByRole('main', { name: 'Not Found' });
    expect(links()).toEqual([]);
  });

  it('has no header where its route hides it, and a banner where its route has one', async () => {
    openLedger({
      path: '/notes',
      declared: [
        {
          ...notes,
          layout: {
            header: { visible: false },
            media: { link: 'wood.svg', data: { title: 'Noted.' } },
          },
        },
      ],
      routes: { '/notes': { Component: () => <p>All notes</p> } },
    });
    await screen.findByText('All notes');
    expect(screen.queryByRole('banner')).toBeNull();
    const banner = screen.getByRole('region', { name: 'Banner' });
    expect(within(banner).getByRole('heading', { level: 1 }).textContent).toBe('Noted.');
    expect(banner.querySelector('img')?.getAttribute('src')).toBe(
      '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/wood.svg',
    );
    expect(screen.getByRole('contentinfo')).toBeDefined();
  });

  it('takes the focus as it comes, but not from who is writing into the search of the bar', async () => {
    const declared: DeclaredRoute[] = [notes, { path: '/all', page: 'All', about: 'transfers' }];
    const page = { Component: () => <p>A page</p> };
    const router = openLedger({
      path: '/notes',
      declared,
      routes: { '/notes': page, '/all': page },
    });
    const search = await screen.findByRole<HTMLInputElement>('combobox');
    act(() => search.focus());
    await act(() => router.navigate('/all'));
    expect(document.activeElement).toBe(screen.getByRole('main', { name: 'All' }));
    act(() => search.focus());
    search.value = 'ad';
    await act(() => router.navigate('/notes'));
    await screen.findByRole('main', { name: 'Notes' });
    expect(document.activeElement).toBe(search);
  });

  it.each([
    ['/api', 'API'],
    ['/contact', 'Contact Us'],
  ])('%s says Coming Soon', async (path, title) => {
    openLedger({ path });
    expect(await screen.findByText('Coming Soon')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(document.title).toBe(`${title} ${suffix}`);
  });
});

describe('the frame', () => {
  const entry = (more: Partial<MenuEntry>): MenuEntry => ({
    name: 'notes',
    text: 'Notes',
    icon: 'notes',
    link: 'notes',
    user: ['user', 'team'],
    subs: ['lite'],
    actv: true,
    order: 1,
    ...more,
  });

  it.each([
    ['in the top bar', false, 'banner'],
    ['within reach of a thumb', true, undefined],
  ])('has the entries of its audience %s', async (_where, narrow, landmark) => {
    const media = Object.assign(new EventTarget(), { matches: narrow });
    vi.stubGlobal('matchMedia', () => media);
    openLedger({
      path: '/notes/7',
      entries: [
        entry({}),
        entry({ name: 'plans', text: 'Plans', link: 'plans', order: 2 }),
        entry({ name: 'off', text: 'Off', actv: false }),
        entry({ name: 'teams', text: 'Teams', user: ['team'] }),
      ],
    });
    await screen.findByRole('heading', { level: 1, name: 'Not Found' });
    const menu = screen.getByRole('navigation', { name: 'Main' });
    expect(menu.closest('header') === null ? undefined : 'banner').toBe(landmark);
    const links = within(menu).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Notes', 'Plans', 'API', 'Contact Us']);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/notes',
      '/plans',
      '/api',
      '/contact',
    ]);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([
      'page',
      null,
      null,
      null,
    ]);
  });

  it('keeps entries for which the menu has no place behind a button', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `e${n}`);
    openLedger({
      path: '/notes/7',
      entries: names.map((name, order) =>
        entry({ name, text: `Entry ${order}`, link: name, order }),
      ),
    });
    await screen.findByRole('heading', { level: 1, name: 'Not Found' });
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.getAllByRole('link')).toHaveLength(5);
    const id = menu.getByRole('button', { name: 'More' }).getAttribute('popovertarget');
    const sheet = document.getElementById(id ?? '') ?? expect.fail('no sheet');
    expect(sheet.textContent).toBe('');
    fireEvent(sheet, Object.assign(new Event('toggle'), { newState: 'open' }));
    const rest = within(sheet).getAllByRole('link', { hidden: true });
    expect(rest.map(({ textContent }) => textContent)).toEqual([
      'Entry 5',
      'Entry 6',
      'Entry 7',
      'Entry 8',
      'Entry 9',
      'Entry 10',
      'Entry 11',
      'API',
      'Contact Us',
    ]);
  });

  it('offers three themes, and shows and keeps the chosen one', async () => {
    startTheme();
    openLedger({ path: '/api' });
    const group = await screen.findByRole('group', { name: 'Theme' });
    const options = within(group).getAllByRole('radio');
    expect(options.map((option) => option.getAttribute('value'))).toEqual([
      'system',
      'light',
      'dark',
    ]);
    fireEvent.click(within(group).getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    fireEvent.click(within(group).getByRole('radio', { name: 'System' }));
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });
});

describe('what a page’s loader brings', () => {
  const note = { path: '/notes/:id', page: 'Note' };
  function Note() {
    return <p>{`Note ${useLoaderData<string>()}`}</p>;
  }

  it('is asked for once, with the parameters of its path, and given to the page alone', async () => {
    const loader = vi.fn(({ params }: LoaderFunctionArgs) => params.id ?? null);
    const router = openLedger({
      path: '/notes/7',
      declared: [note],
      routes: { '/notes/:id': { Component: Note, loader } },
    });
    expect(await screen.findByText('Note 7')).toBeDefined();
    expect(loader).toHaveBeenCalledTimes(1);
    await act(() => router.navigate('/notes/8?page=2'));
    expect(await screen.findByText('Note 8')).toBeDefined();
    expect(loader).toHaveBeenCalledTimes(2);
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Note 7')).toBeDefined();
    await act(() => router.navigate(1));
    expect(await screen.findByText('Note 8')).toBeDefined();
    expect(location.search).toBe('?page=2');
  });

  it.each([
    ['returns', () => redirect('/api')],
    [
      'throws',
      () => {
        throw redirect('/api');
      },
    ],
  ])('may lead elsewhere, if it %s that', async (_how, loader) => {
    openLedger({
      path: '/notes/7',
      declared: [note],
      routes: { '/notes/:id': { Component: Note, loader } },
    });
    expect(await screen.findByRole('main', { name: 'API' })).toBeDefined();
    expect(location.pathname).toBe('/api');
  });

  it('may lead elsewhere from where somebody goes back to, and lets them go back further', async () => {
    let isGone = false;
    const loader = ({ params }: LoaderFunctionArgs) =>
      isGone && params.id === '8' ? redirect('/api') : (params.id ?? null);
    const router = openLedger({
      path: '/notes/7',
      declared: [note],
      routes: { '/notes/:id': { Component: () => <p>Note {useLoaderData<string>()}</p>, loader } },
    });
    await screen.findByText('Note 7');
    await act(() => router.navigate('/notes/8'));
    await act(() => router.navigate('/notes/9'));
    await screen.findByText('Note 9');
    isGone = true;
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('main', { name: 'API' })).toBeDefined();
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Note 7')).toBeDefined();
  });

  it('mends a page that broke over what came before', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const Fragile = () => {
      const id = useLoaderData<string>();
      if (id === '7') throw new TypeError('oh');
      return <p>{`Note ${id}`}</p>;
    };
    const loader = ({ params }: LoaderFunctionArgs) => params.id ?? null;
    const router = openLedger({
      path: '/notes/7',
      declared: [note],
      routes: { '/notes/:id': { Component: Fragile, loader } },
    });
    await screen.findByRole('alert');
    await act(() => router.navigate('/notes/8'));
    expect(await screen.findByText('Note 8')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a page that cannot be shown', () => {
  beforeEach(() => {
    // React tells of what an error boundary catches.
    vi.spyOn(console, 'error').mockReturnValue();
  });

  const broken = (error: unknown) => ({
    '/notes': {
      Component: () => {
        throw error;
      },
    },
  });

  it('that its loader does not find says Not Found, in title and narrow bar too', async () => {
    const loader = () => {
      throw new Response(null, { status: 404 });
    };
    openLedger({
      path: '/notes',
      declared: [notes],
      routes: { '/notes': { Component: () => null, loader } },
    });
    const main = await screen.findByRole('main', { name: 'Not Found' });
    expect(within(main).getByRole('heading', { level: 1 }).textContent).toBe('Not Found');
    expect(within(screen.getByRole('banner')).getByRole('heading').textContent).toBe('Not Found');
    expect(document.title).toBe(`Not Found ${suffix}`);
  });

  it('leaves its name behind when another page is opened', async () => {
    const router = openLedger({ path: '/nowhere' });
    await screen.findByRole('main', { name: 'Not Found' });
    await act(() => router.navigate('/api'));
    expect(await screen.findByRole('main', { name: 'API' })).toBeDefined();
    expect(document.title).toBe(`API ${suffix}`);
  });

  it('by a mistake in it is an Unexpected Application Error, in its zone alone', async () => {
    openLedger({ path: '/notes', declared: [notes], routes: broken(new TypeError('oh')) });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading').textContent).toBe('Unexpected Application Error');
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeDefined();
    expect(within(alert).getByRole('link').getAttribute('href')).toBe('/');
    expect(screen.getByRole('banner')).toBeDefined();
  });

  it('leaves the focus where it is while somebody tries again', async () => {
    let loads = 0;
    const loader = () => {
      loads += 1;
      return loads === 1 ? null : new Promise(() => {});
    };
    const failing = broken(new TypeError('oh'))['/notes'];
    openLedger({ path: '/notes', declared: [notes], routes: { '/notes': { ...failing, loader } } });
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    const waits = await screen.findByRole('button', { name: 'Please wait...' });
    expect(waits.matches(':disabled')).toBe(false);
  });

  it('for want of a chunk says so, and how to get it', async () => {
    const error = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
    openLedger({ path: '/notes', declared: [notes], routes: broken(error) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('A part of this page did not load');
    expect(alert.textContent).toContain('The connection was lost, or the site has been updated');
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('because its app is not there names the app, and offers to try again', async () => {
    openLedger({ path: '/notes', declared: [notes] });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading').textContent).toBe('Notes cannot be shown');
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeDefined();
  });
});
