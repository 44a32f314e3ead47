// @vitest-environment jsdom
import type { RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, screen, within } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { redirect, useSearchParams } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentRoute } from '../routing/page-routes.tsx';
import { buildOne, buildTwo, openTestTab, revision, shellOne } from './open-tab.testing.tsx';

/** A build whose pages say its name, and keep what was typed as long as they are not replaced. */
function pagesOf(name: string, loader?: () => Promise<null>): RouteModules {
  function Page() {
    const [words, setWords] = useState('');
    return (
      <>
        <p>Notes of {name}</p>
        <input
          aria-label="words"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <a href="/help">Help</a>
      </>
    );
  }
  const page = { Component: Page, ...(loader === undefined ? {} : { loader }) };
  return { '/notes': page, '/notes/:id': page, '/more': page };
}

const builds = { [buildOne]: pagesOf('one'), [buildTwo]: pagesOf('two') };
const shown = () => document.querySelector('[data-part]')?.getAttribute('data-build');

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A tab at /notes that runs build one and knows of revision 2, which has build two. */
async function tabWithNews(two: RouteModules | Promise<RouteModules> = pagesOf('two')) {
  const site = await openTestTab({
    path: '/notes',
    release: revision(1, buildOne),
    builds: { ...builds, [buildTwo]: two },
  });
  await screen.findByText('Notes of one');
  await site.news(2);
  await site.answer(revision(2, buildTwo));
  return site;
}

describe('a changed remote', () => {
  it('stays as it is where nobody goes anywhere', async () => {
    await tabWithNews();
    expect(shown()).toBe(buildOne);
  });

  it('is swapped at the next navigation within it, without a new page', async () => {
    const site = await tabWithNews();
    const main = screen.getByRole('main');
    await site.go('/notes/7');
    await screen.findByText('Notes of two');
    expect(screen.queryByText('Notes of one')).toBeNull();
    expect(shown()).toBe(buildTwo);
    expect(screen.getByRole('main')).toBe(main);
    expect(location.pathname).toBe('/notes/7');
  });

  it('is swapped at the next navigation into it, and going back', async () => {
    const site = await tabWithNews();
    await site.go('/api');
    await screen.findByText('Coming Soon');
    history.back();
    await screen.findByText('Notes of two');
  });

  it('is not swapped under somebody who turns pages or searches', async () => {
    const site = await tabWithNews();
    const field = screen.getByLabelText('words');
    await site.go('/notes?page=2');
    await site.go('/notes?q=ada');
    expect(screen.getByLabelText('words')).toBe(field);
    expect(shown()).toBe(buildOne);
    await site.go('/notes/7');
    expect(shown()).toBe(buildTwo);
  });

  it('is not swapped under somebody whom its page leads back to where they are', async () => {
    const away = { Component: () => null, loader: () => redirect('/notes?from=7') };
    const site = await tabWithNews({ ...pagesOf('two'), '/notes/:id': away });
    await site.go('/notes/7');
    expect(location.search).toBe('?from=7');
    expect(shown()).toBe(buildOne);
  });

  it('stays when its page changes the address before it is on the screen', async () => {
    const page = {
      Component() {
        const [search, setSearch] = useSearchParams();
        useLayoutEffect(() => setSearch({ seen: '1' }, { replace: true }), [setSearch]);
        return <p>Seen: {search.get('seen')}</p>;
      },
    };
    const site = await tabWithNews({ '/notes': page, '/notes/:id': page });
    await site.go('/notes/7');
    await screen.findByText('Seen: 1');
    expect(shown()).toBe(buildTwo);
    await site.go('/notes/7?seen=2');
    expect(shown()).toBe(buildTwo);
  });

  it('is not swapped under somebody who stays while something is submitted on the way to another page', async () => {
    const calls: string[] = [];
    const Component = () => null;
    const loader = ({ request }: { request: Request }) => {
      calls.push(request.url);
      return new Promise(() => {});
    };
    const site = await tabWithNews({
      '/notes': { Component, action: async () => null },
      '/notes/:id': { Component, loader },
    });
    void site.router.navigate('/notes/7');
    await expect.poll(() => calls).toHaveLength(1);
    const submission = { formMethod: 'post', formData: new FormData() } as const;
    void site.router.fetch('a fetcher', contentRoute, '/notes', submission);
    await expect.poll(() => calls).toHaveLength(2);
    await site.go('/notes?x=1');
    expect([location.search, shown()]).toEqual(['?x=1', buildOne]);
  });

  it('does not come from a release of another channel, however good its signature', async () => {
    const site = await openTestTab({ path: '/notes', release: revision(1, buildOne), builds });
    await screen.findByText('Notes of one');
    await site.news(2);
    await site.answer({ ...revision(2, buildTwo), channel: 'staging' });
    await site.go('/notes/7');
    expect(shown()).toBe(buildOne);
    await site.news(2);
    await site.pass(60_000);
    await site.answer(revision(2, buildTwo));
    await site.go('/notes/8');
    expect(shown()).toBe(buildTwo);
  });

  it('goes back and forth as often as the channel does', async () => {
    const site = await tabWithNews();
    for (let time = 0; time < 10; time += 1) {
      const number = time + 3;
      const build = time % 2 === 0 ? buildOne : buildTwo;
      await site.news(number);
      await site.answer(revision(number, build));
      await site.go(`/notes/${number}`);
      expect(shown()).toBe(build);
      expect(document.querySelectorAll('[data-part]')).toHaveLength(1);
    }
  });

  it('brings its routes and menu entries with it, and takes them away', async () => {
    const site = await openTestTab({ path: '/api', release: revision(1, buildOne), builds });
    await screen.findByText('Coming Soon');
    await site.news(2);
    await site.answer(revision(2, buildTwo, ['/notes', '/notes/:id', '/more']));
    const menu = () =>
      within(screen.getAllByRole('navigation', { name: 'Main' })[0] ?? document.body);
    expect(menu().queryByText('more')).toBeNull();
    await site.go('/more');
    await screen.findByText('Notes of two');
    expect(menu().getByText('more')).toBeDefined();
    await site.news(3);
    await site.answer({ ...revision(3, buildTwo), remotes: [] });
    await site.go('/notes');
    await screen.findByRole('main', { name: 'Not Found' });
    expect(menu().queryByText('notes')).toBeNull();
  });

  it('that cannot be loaded says so, and is asked for again with what is released by then', async () => {
    const site = await openTestTab({
      path: '/notes',
      release: revision(1, buildOne),
      builds: { [buildTwo]: pagesOf('two') },
    });
    await screen.findByRole('alert');
    await site.news(2);
    await site.answer(revision(2, buildTwo));
    screen.getByRole('button', { name: 'Try again' }).click();
    await screen.findByText('Notes of two');
    await site.pass(50);
    expect(site.reports.at(-1)).toMatchObject({
      running: { 'mfe-note': buildTwo },
      loads: [{ app: 'mfe-note', build: buildTwo }],
      failures: [{ app: 'mfe-note', build: buildOne, kind: 'unavailable' }],
    });
  });
});

describe('a recall', () => {
  it('replaces the page at once, where it stands, and says so', async () => {
    const site = await tabWithNews();
    await site.go('/notes/7?q=ada');
    expect(shown()).toBe(buildTwo);
    const main = screen.getByRole('main');
    await site.news(3, [buildTwo]);
    await site.answer(revision(3, buildOne));
    await screen.findByText('Notes of one');
    expect(shown()).toBe(buildOne);
    expect(screen.getByRole('main')).toBe(main);
    expect(location.pathname + location.search).toBe('/notes/7?q=ada');
    expect(site.notices.at(-1)).toEqual({ replaced: 'Notes', shell: 'none' });
    await site.pass(20_000);
    expect(site.notices.at(-1)).toEqual({ replaced: null, shell: 'none' });
  });

  it('keeps the focus on what corresponds to what had it', async () => {
    const site = await openTestTab({ path: '/notes', release: revision(1, buildOne), builds });
    screen.getByText('Help').focus();
    // A build that has to be loaded first, then one that is there.
    await site.news(2, [buildOne]);
    await site.answer(revision(2, buildTwo));
    expect(shown()).toBe(buildTwo);
    expect(document.activeElement).toBe(screen.getByText('Help'));
    await site.news(3, [buildTwo]);
    await site.answer(revision(3, buildOne));
    expect(shown()).toBe(buildOne);
    expect(document.activeElement).toBe(screen.getByText('Help'));
  });

  it('gives the focus to the page if nothing corresponds to what had it', async () => {
    const bare = { Component: () => <p>Notes without a link</p> };
    const site = await openTestTab({
      path: '/notes',
      release: revision(1, buildOne),
      builds: { ...builds, [buildTwo]: { '/notes': bare, '/notes/:id': bare } },
    });
    screen.getByText('Help').focus();
    await site.news(2, [buildOne]);
    await site.answer(revision(2, buildTwo));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('heals a page that was broken', async () => {
    const broken = {
      Component: () => {
        throw new TypeError('oh');
      },
    };
    const site = await openTestTab({
      path: '/notes',
      release: revision(1, buildOne),
      builds: {
        [buildOne]: { '/notes': broken, '/notes/:id': broken },
        [buildTwo]: pagesOf('two'),
      },
    });
    await screen.findByText('Unexpected Application Error');
    await site.news(2, [buildOne]);
    await site.answer(revision(2, buildTwo));
    await screen.findByText('Notes of two');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes the page away if what replaces it does not come in time', async () => {
    const site = await tabWithNews();
    await site.go('/notes/7');
    await site.news(3, [buildTwo]);
    expect(shown()).toBe(buildTwo);
    await site.pass(700);
    expect(shown()).toBeUndefined();
    expect(within(screen.getByRole('main')).getByText('Please wait...')).toBeDefined();
    await site.answer(revision(3, buildOne));
    await screen.findByText('Notes of one');
  });

  it('keeps scroll and focus also if what replaces it is late', async () => {
    // Without its content the page is as short as the window.
    vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => (shown() === undefined ? 0 : 60));
    const site = await tabWithNews();
    await site.go('/notes/7');
    screen.getByText('Help').focus();
    await site.news(3, [buildTwo]);
    await site.pass(700);
    expect(window.scrollY).toBe(0);
    await site.answer(revision(3, buildOne));
    await screen.findByText('Notes of one');
    expect(document.activeElement).toBe(screen.getByText('Help'));
    expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 60, behavior: 'instant' });
  });

  it('takes nobody who has gone elsewhere back to where they were', async () => {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(60);
    const site = await tabWithNews();
    await site.go('/notes/7');
    await site.news(3, [buildTwo]);
    await site.pass(700);
    await site.go('/api');
    await screen.findByText('Coming Soon');
    await site.answer(revision(3, buildOne));
    await site.go('/notes');
    await screen.findByText('Notes of one');
    expect(window.scrollTo).not.toHaveBeenCalledWith({ top: 60, behavior: 'instant' });
  });

  it('holds back a page that is still being loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    const site = await openTestTab({
      path: '/api',
      release: revision(1, buildOne),
      builds: { ...builds, [buildOne]: pagesOf('one', () => promise) },
    });
    await screen.findByText('Coming Soon');
    void site.router.navigate('/notes');
    await site.news(2, [buildOne]);
    resolve(null);
    await site.answer(revision(2, buildTwo));
    await screen.findByText('Notes of two');
  });

  it('replaces the page of somebody who was leaving it and went to a part of it instead', async () => {
    const { promise, resolve } = Promise.withResolvers<RouteModules>();
    const site = await tabWithNews(promise);
    await act(async () => void site.router.navigate('/notes/7'));
    await site.go('#content');
    resolve(pagesOf('two'));
    await site.news(3, [buildOne]);
    await site.answer(revision(3, buildTwo));
    await screen.findByText('Notes of two');
    expect(location.pathname + location.hash).toBe('/notes#content');
  });

  it('has the build in its place take what is submitted before that is there', async () => {
    const { promise, resolve } = Promise.withResolvers<RouteModules>();
    const site = await tabWithNews(promise);
    await site.news(3, [buildOne]);
    const formData = new FormData();
    await act(async () => void site.router.navigate('/notes', { formMethod: 'post', formData }));
    const action = vi.fn(() => null);
    resolve({ ...pagesOf('two'), '/notes': { Component: () => <p>New notes</p>, action } });
    await screen.findByText('New notes');
    expect(action).toHaveBeenCalledOnce();
  });

  it('leaves alone who is elsewhere', async () => {
    const site = await tabWithNews();
    await site.go('/api');
    await site.news(3, [buildTwo]);
    await site.answer(revision(3, buildOne));
    expect(screen.getByText('Coming Soon')).toBeDefined();
    expect(site.notices).toEqual([]);
    await site.go('/notes');
    await screen.findByText('Notes of one');
  });
});

describe('a new shell', () => {
  const other = '1.1.0-111111111111';

  async function tabWithNewShell(recalled: readonly string[] = [], reloadedFor?: string) {
    const site = await openTestTab({
      path: '/notes',
      release: revision(1, buildOne),
      builds,
      ...(reloadedFor === undefined ? {} : { reloadedFor }),
    });
    await screen.findByText('Notes of one');
    await site.news(2, [], recalled);
    return site;
  }

  it('is offered at a quiet moment, and loaded when somebody says so', async () => {
    const site = await tabWithNewShell();
    await site.answer(revision(2, buildOne, undefined, other));
    expect(site.notices).toEqual([]);
    await site.pass(2_000);
    expect(site.notices.at(-1)).toEqual({ replaced: null, shell: 'new' });
    expect(site.reloads).toEqual([]);
    site.tab.dispatch({ type: 'accepted' });
    expect(site.reloads).toEqual([other]);
  });

  it('is not offered while something is half filled', async () => {
    const site = await tabWithNewShell();
    site.fill(true);
    await site.answer(revision(2, buildOne, undefined, other));
    await site.pass(60_000);
    expect(site.notices).toEqual([]);
    site.fill(false);
    await site.pass(2_000);
    expect(site.notices.at(-1)?.shell).toBe('new');
    site.fill(true);
    await site.pass(2_000);
    expect(site.notices.at(-1)?.shell).toBe('none');
  });

  it('is not offered again within the hour to who said Later', async () => {
    const site = await tabWithNewShell();
    await site.answer(revision(2, buildOne, undefined, other));
    await site.pass(2_000);
    site.tab.dispatch({ type: 'later' });
    expect(site.notices.at(-1)?.shell).toBe('none');
    for (let minute = 0; minute < 59; minute += 1) await site.pass(60_000);
    expect(site.notices.at(-1)?.shell).toBe('none');
    await site.pass(60_000);
    await site.pass(2_000);
    expect(site.notices.at(-1)?.shell).toBe('new');
  });

  it('is loaded when a tab is seen again after half an hour, unless something is half filled', async () => {
    const site = await tabWithNewShell();
    await site.answer(revision(2, buildOne, undefined, other));
    site.tab.dispatch({ type: 'back', hiddenFor: 1_799_000 });
    site.fill(true);
    await site.pass(2_000);
    site.tab.dispatch({ type: 'back', hiddenFor: 1_800_000 });
    expect(site.reloads).toEqual([]);
    site.fill(false);
    await site.pass(2_000);
    site.tab.dispatch({ type: 'back', hiddenFor: 1_800_000 });
    expect(site.reloads).toEqual([other]);
  });

  it('replaces a recalled one by itself, once nothing is half filled', async () => {
    const site = await tabWithNewShell([shellOne]);
    site.fill(true);
    await site.answer(revision(2, buildOne, undefined, other));
    await site.pass(10_000);
    expect(site.notices.at(-1)?.shell).toBe('urgent');
    expect(site.reloads).toEqual([]);
    site.fill(false);
    await site.pass(2_000);
    expect(site.reloads).toEqual([other]);
    await site.pass(60_000);
    expect(site.reloads).toHaveLength(1);
  });

  it('is not loaded by itself a second time: a site that disagrees with itself would never end', async () => {
    const site = await tabWithNewShell([shellOne], other);
    await site.answer(revision(2, buildOne, undefined, other));
    await site.pass(60_000);
    expect(site.reloads).toEqual([]);
    expect(site.notices.at(-1)?.shell).toBe('urgent');
  });
});

describe('what a tab reports', () => {
  it('is what it shows, when that changes and every half minute', async () => {
    const site = await tabWithNews();
    await site.pass(50);
    const first = site.reports.at(-1);
    expect(first).toMatchObject({
      channel: 'production',
      revision: 1,
      running: { shell: shellOne, 'mfe-note': buildOne },
      loads: [{ app: 'mfe-note', build: buildOne }],
      failures: [],
      leaving: false,
    });
    await site.go('/notes/7');
    await site.pass(50);
    expect(site.reports.at(-1)).toMatchObject({
      revision: 2,
      running: { shell: shellOne, 'mfe-note': buildTwo },
      loads: [{ app: 'mfe-note', build: buildTwo }],
    });
    await site.go('/api');
    await site.pass(50);
    expect(site.reports.at(-1)).toMatchObject({ running: { shell: shellOne }, loads: [] });
    const { length } = site.reports;
    await site.pass(30_000);
    expect(site.reports).toHaveLength(length + 1);
    const sequences = site.reports.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((one, two) => one - two));
    expect(new Set(sequences).size).toBe(sequences.length);
    expect(new Set(site.reports.map(({ tab }) => tab)).size).toBe(1);
  });

  it('is of a broken page that it failed, and that it does not run', async () => {
    const broken = {
      Component: () => {
        throw new TypeError('oh');
      },
    };
    const site = await openTestTab({
      path: '/notes',
      release: revision(1, buildOne),
      builds: { [buildOne]: { '/notes': broken, '/notes/:id': broken } },
    });
    await screen.findByText('Unexpected Application Error');
    await site.pass(50);
    expect(site.reports.at(-1)).toMatchObject({
      running: { shell: shellOne },
      failures: [{ app: 'mfe-note', build: buildOne, kind: 'render' }],
    });
  });

  it('ends as the page goes, and begins again if it comes back', async () => {
    const site = await tabWithNews();
    await site.pass(50);
    site.tab.hide();
    expect(site.reports.at(-1)).toMatchObject({ leaving: true });
    const { length } = site.reports;
    await site.pass(60_000);
    expect(site.reports).toHaveLength(length);
    site.tab.show();
    await site.pass(50);
    expect(site.reports.at(-1)).toMatchObject({ leaving: false });
  });
});
