// @vitest-environment jsdom
import type { RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildOne, buildTwo, openTestTab, revision, revisionOver } from './open-tab.testing.tsx';

const buildThree = '1.2.0-cccccccccccc';

/** Pages that say the name of their build. */
function pagesOf(name: string): RouteModules {
  const page = { Component: () => <p>Notes of {name}</p> };
  return { '/notes': page, '/notes/:id': page, '/more': page };
}

const one = pagesOf('one');
const shown = () => document.querySelector('[data-part]')?.getAttribute('data-build');
const notice = () => screen.queryByRole('alert');
const menu = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0] ?? document.body);

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

type Tab = Awaited<ReturnType<typeof openTestTab>>;

/** Everything that was reported so far. */
async function reported(tab: Tab) {
  await tab.pass(50);
  return {
    failures: tab.reports.flatMap(({ failures }) => failures),
    steps: tab.reports.flatMap(({ steps }) => steps ?? []),
    recovered: tab.reports.flatMap(({ recovered }) => recovered ?? []),
  };
}

/** A tab at a path whose release has build two, and one to fall back to. */
function openOver(
  two: RouteModules | undefined,
  path = '/notes',
  builds: Record<string, RouteModules> = { [buildOne]: one },
) {
  return openTestTab({
    path,
    release: revisionOver(1, buildTwo, buildOne),
    builds: { ...builds, ...(two && { [buildTwo]: two }) },
  });
}

const throws = (error: unknown) => () => {
  throw error;
};
const brokenPages = (Component: () => never) => ({ ...pagesOf('two'), '/notes': { Component } });
const chunkError = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });

function EffectThrows() {
  useEffect(throws(new TypeError('oh')), []);
  return <p>Notes of two</p>;
}

function Circle() {
  const [turn, setTurn] = useState(0);
  setTurn(turn + 1);
  return <p>{turn}</p>;
}

const failing = {
  'cannot be loaded': { two: undefined, kind: 'unavailable' },
  'lacks a declared page': { two: { '/notes': { Component: () => null } }, kind: 'incomplete' },
  'throws while rendering': { two: brokenPages(throws(new TypeError('oh'))), kind: 'render' },
  'throws nothing while rendering': { two: brokenPages(throws(undefined)), kind: 'render' },
  'throws in an effect': { two: { ...one, '/notes': { Component: EffectThrows } }, kind: 'render' },
  'renders in a circle': { two: { ...one, '/notes': { Component: Circle } }, kind: 'render' },
  'throws in its loader': {
    two: { ...one, '/notes': { Component: () => null, loader: throws(new TypeError('oh')) } },
    kind: 'render',
  },
  'misses a chunk': {
    two: { ...one, '/notes': { Component: () => null, loader: throws(chunkError) } },
    kind: 'chunk',
  },
} as const;

describe('a build that', () => {
  it.each(Object.entries(failing))(
    '%s gives way to the last good one, without a word',
    async (_what, { two, kind }) => {
      const tab = await openOver(two);
      await screen.findByText('Notes of one');
      expect(shown()).toBe(buildOne);
      expect(notice()).toBeNull();
      expect(await reported(tab)).toEqual({
        failures: [{ app: 'mfe-note', build: buildTwo, kind }],
        steps: [{ app: 'mfe-note', from: buildTwo, to: buildOne }],
        recovered: [],
      });
      expect(tab.reports.at(-1)?.running).toMatchObject({ 'mfe-note': buildOne });
    },
  );

  it('throws in its loader is told of, with what it said but for what may be a person’s', async () => {
    const loader = throws(new TypeError('no account for ann@example.org'));
    const tab = await openOver({ ...one, '/notes': { Component: () => null, loader } });
    await screen.findByText('Notes of one');
    await tab.pass(50);
    expect(tab.reports.flatMap(({ errors }) => errors ?? [])).toEqual([
      {
        app: 'mfe-note',
        build: buildTwo,
        name: 'TypeError',
        message: 'no account for …',
        frames: [],
      },
    ]);
  });

  it.each(Object.entries(failing))(
    '%s is a notice where there is no other',
    async (_what, { two, kind }) => {
      const tab = await openTestTab({
        path: '/notes',
        release: revision(1, buildTwo),
        builds: two === undefined ? {} : { [buildTwo]: two },
      });
      const alert = await screen.findByRole('alert');
      expect(within(alert).getByRole('button', { name: 'Try again' })).toBeDefined();
      expect(screen.getByRole('banner')).toBeDefined();
      const { failures, steps } = await reported(tab);
      expect(failures.at(-1)).toEqual({ app: 'mfe-note', build: buildTwo, kind });
      expect(steps).toEqual([{ app: 'mfe-note', from: buildTwo, to: null }]);
    },
  );
});

describe('after a step', () => {
  const twoBroken = brokenPages(throws(new TypeError('oh')));

  it('all pages of the remote are those of the other build, as long as the same one is released', async () => {
    const tab = await openOver(twoBroken);
    await screen.findByText('Notes of one');
    await tab.go('/notes/7');
    expect(shown()).toBe(buildOne);
    await tab.go('/api');
    await tab.go('/notes/8');
    expect(shown()).toBe(buildOne);
    await tab.news(2);
    await tab.answer(revisionOver(2, buildTwo, buildOne));
    await tab.go('/notes');
    expect(shown()).toBe(buildOne);
  });

  it('a new release begins at the top, at the next navigation', async () => {
    const tab = await openTestTab({
      path: '/notes',
      release: revisionOver(1, buildTwo, buildOne),
      builds: { [buildOne]: one, [buildTwo]: twoBroken, [buildThree]: pagesOf('three') },
    });
    await screen.findByText('Notes of one');
    await tab.news(2);
    await tab.answer(revisionOver(2, buildThree, buildOne));
    expect(shown()).toBe(buildOne);
    await tab.go('/notes?q=ada');
    expect(shown()).toBe(buildOne);
    await tab.go('/notes/7');
    await screen.findByText('Notes of three');
  });

  it('a rollback to the build that runs takes nothing from the person', async () => {
    const tab = await openOver(twoBroken);
    const page = await screen.findByText('Notes of one');
    await tab.news(2, [buildTwo]);
    await tab.answer(revision(2, buildOne));
    expect(screen.getByText('Notes of one')).toBe(page);
    await tab.go('/notes?q=ada');
    expect(screen.getByText('Notes of one')).toBe(page);
  });

  it('a page that the other build has not is a notice, and no menu leads there', async () => {
    const { '/more': _more, ...first } = one;
    const release = revisionOver(1, buildTwo, buildOne);
    const [remote] = release.remotes;
    const [second] = revision(1, buildTwo, ['/notes', '/notes/:id', '/more']).remotes;
    if (!remote?.fallback || !second) throw new Error('no remote');
    const tab = await openTestTab({
      path: '/notes',
      release: { ...release, remotes: [{ ...second, fallback: remote.fallback }] },
      builds: { [buildOne]: first, [buildTwo]: twoBroken },
    });
    await screen.findByText('Notes of one');
    expect(menu().queryByText('more')).toBeNull();
    expect(menu().getByText('notes')).toBeDefined();
    await tab.go('/more');
    expect(within(screen.getByRole('alert')).getByRole('heading').textContent).toBe(
      'Notes cannot be shown',
    );
    await tab.go('/notes/7');
    expect(shown()).toBe(buildOne);
  });

  it('the second failure ends at the notice, and nothing goes in a circle', async () => {
    const broken = brokenPages(throws(new TypeError('oh')));
    const tab = await openOver(twoBroken, '/notes', { [buildOne]: broken });
    await screen.findByRole('alert');
    expect((await reported(tab)).steps).toEqual([
      { app: 'mfe-note', from: buildTwo, to: buildOne },
      { app: 'mfe-note', from: buildOne, to: null },
    ]);
    // What is left of it can be used.
    await tab.go('/notes/7');
    expect(shown()).toBe(buildOne);
    expect(notice()).toBeNull();
  });

  it('a fallback that is recalled is left', async () => {
    const tab = await openOver(twoBroken);
    await screen.findByText('Notes of one');
    await tab.news(2, [buildOne]);
    await tab.answer(revision(2, buildTwo));
    await screen.findByRole('alert');
    expect(shown()).toBeUndefined();
  });

  it('a fallback that is recalled already is no step', async () => {
    const tab = await openOver(twoBroken, '/api');
    await tab.news(2, [buildOne]);
    await tab.answer(revisionOver(2, buildTwo, buildOne));
    await tab.go('/notes');
    await screen.findByRole('alert');
    expect((await reported(tab)).steps).toEqual([{ app: 'mfe-note', from: buildTwo, to: null }]);
  });

  it('the versions say what runs', async () => {
    await openOver(twoBroken);
    await screen.findByText('Notes of one');
    const term = screen.getByText('mfe-note');
    expect(term.nextElementSibling?.textContent).toBe(`${buildOne} runs here`);
  });
});

describe('trying again', () => {
  it('begins at the top, fetches nothing twice, and tells of the recovery', async () => {
    let breaks = true;
    function Sometimes() {
      if (breaks) throw new TypeError('oh');
      return <p>Notes of two</p>;
    }
    const tab = await openOver({ ...one, '/notes': { Component: Sometimes } }, '/notes', {
      [buildOne]: brokenPages(throws(new TypeError('oh'))),
    });
    await screen.findByRole('alert');
    breaks = false;
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
    await screen.findByText('Notes of two');
    expect(notice()).toBeNull();
    await tab.pass(3_000);
    expect((await reported(tab)).recovered).toEqual([{ app: 'mfe-note', build: buildTwo }]);
    const loads = tab.reports.flatMap(({ loads }) => loads);
    expect(loads.map(({ build }) => build)).toEqual([buildTwo, buildOne]);
    for (const { took } of loads) expect(took).toBeGreaterThanOrEqual(0);
  });

  it('goes down again as often as it has to', async () => {
    const tab = await openOver(brokenPages(throws(new TypeError('oh'))), '/notes', {
      [buildOne]: brokenPages(throws(new TypeError('oh'))),
    });
    for (let time = 1; time <= 3; time += 1) {
      await screen.findByRole('alert');
      expect((await reported(tab)).steps).toHaveLength(2 * time);
      await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
    }
  });
});

describe('what was missing', () => {
  const builds = () => ({ [buildOne]: one }) as Record<string, RouteModules>;

  it('is tried again after a while, and comes with the next navigation', async () => {
    const brought = builds();
    const tab = await openTestTab({
      path: '/notes',
      release: revisionOver(1, buildTwo, buildOne),
      builds: brought,
    });
    await screen.findByText('Notes of one');
    await tab.pass(30_000);
    expect(shown()).toBe(buildOne);
    brought[buildTwo] = pagesOf('two');
    await tab.pass(60_000);
    expect(shown()).toBe(buildOne);
    await tab.go('/notes?q=ada');
    expect(shown()).toBe(buildOne);
    await tab.go('/notes/7');
    await screen.findByText('Notes of two');
    await tab.pass(3_000);
    expect((await reported(tab)).recovered).toEqual([{ app: 'mfe-note', build: buildTwo }]);
  });

  it('is there at once where nothing works, when the network is back', async () => {
    const brought: Record<string, RouteModules> = {};
    const tab = await openTestTab({
      path: '/notes',
      release: revisionOver(1, buildTwo, buildOne),
      builds: brought,
    });
    await screen.findByRole('alert');
    brought[buildTwo] = pagesOf('two');
    await act(async () => tab.tab.online());
    await screen.findByText('Notes of two');
    expect(notice()).toBeNull();
  });

  it('does not take the rest of a build with it where the network is down', async () => {
    const late = { Component: () => null, loader: throws(chunkError) };
    const tab = await openOver({ ...pagesOf('two'), '/notes/:id': late }, '/notes', {});
    await screen.findByText('Notes of two');
    await tab.go('/notes/7');
    await screen.findByRole('alert');
    await tab.go('/notes');
    await screen.findByText('Notes of two');
  });
});

describe('an error in an event', () => {
  const from = (build: string) => {
    const error = new TypeError('oh');
    error.stack = `TypeError: oh\n at x (http://site.test/artifacts/mfe-note/${build}/routes.js:1)`;
    return new ErrorEvent('error', { error });
  };

  it('right after a build has come is its failure', async () => {
    const tab = await openOver(pagesOf('two'));
    await screen.findByText('Notes of two');
    await tab.heard(from(buildTwo));
    await screen.findByText('Notes of one');
    expect(await reported(tab)).toMatchObject({
      failures: [{ app: 'mfe-note', build: buildTwo, kind: 'boot' }],
      steps: [{ app: 'mfe-note', from: buildTwo, to: buildOne }],
    });
  });

  it('is so while the build is still loading', async () => {
    const { promise, resolve } = Promise.withResolvers<RouteModules>();
    const tab = await openTestTab({
      path: '/notes',
      release: revisionOver(1, buildTwo, buildOne),
      builds: { [buildOne]: one, [buildTwo]: promise },
    });
    const heard = tab.heard(from(buildTwo));
    resolve(pagesOf('two'));
    await heard;
    await screen.findByText('Notes of one');
    expect((await reported(tab)).failures).toEqual([
      { app: 'mfe-note', build: buildTwo, kind: 'boot' },
    ]);
  });

  it('is so if nobody caught a promise either', async () => {
    const tab = await openOver(pagesOf('two'));
    await screen.findByText('Notes of two');
    const { error: reason } = from(buildTwo);
    const event = Object.assign(new Event('unhandledrejection'), { reason });
    await tab.heard(event);
    await screen.findByText('Notes of one');
  });

  it('of a page that has stood for a while is told of once, and that is all', async () => {
    const tab = await openOver(pagesOf('two'));
    await screen.findByText('Notes of two');
    await tab.pass(3_000);
    await tab.heard(from(buildTwo));
    await tab.heard(from(buildTwo));
    expect(shown()).toBe(buildTwo);
    expect(await reported(tab)).toEqual({
      failures: [{ app: 'mfe-note', build: buildTwo, kind: 'event' }],
      steps: [],
      recovered: [],
    });
  });

  it('takes nothing from who has something half filled, before the next navigation', async () => {
    const tab = await openOver(pagesOf('two'));
    await screen.findByText('Notes of two');
    tab.fill(true);
    await tab.heard(from(buildTwo));
    expect(shown()).toBe(buildTwo);
    await tab.go('/notes/7');
    expect(shown()).toBe(buildOne);
  });

  it('of a build that did not begin is not told of twice', async () => {
    const tab = await openOver(undefined);
    await screen.findByText('Notes of one');
    await tab.heard(from(buildTwo));
    expect((await reported(tab)).failures).toEqual([
      { app: 'mfe-note', build: buildTwo, kind: 'unavailable' },
    ]);
  });

  it('of nobody known is nobody’s', async () => {
    const tab = await openOver(pagesOf('two'));
    await screen.findByText('Notes of two');
    await tab.heard(new ErrorEvent('error', { message: 'oh' }));
    expect((await reported(tab)).failures).toEqual([]);
  });
});

describe('the frame', () => {
  it('stands where a page throws as it is left', async () => {
    function Leaves() {
      useEffect(() => throws(new TypeError('oh')), []);
      return <p>Notes of two</p>;
    }
    const tab = await openOver({ ...one, '/notes': { Component: Leaves } });
    await screen.findByText('Notes of two');
    const banner = screen.getByRole('banner');
    await tab.go('/api');
    await screen.findByText('Coming Soon');
    expect(screen.getByRole('banner')).toBe(banner);
    expect(notice()).toBeNull();
    await tab.go('/notes/7');
    expect(notice()).toBeNull();
  });

  it('says after a while that a page is still loading', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const slow = { Component: () => <p>there</p>, loader: () => new Promise<null>(() => {}) };
    await openOver({ ...one, '/notes': slow });
    expect(screen.getByRole('main').textContent).toBe('Please wait...');
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.getByRole('main').textContent).toContain('Still loading');
    vi.useRealTimers();
  });
});

// A click is not a mount: React hands what its handlers throw to the page, as browsers do.
it('a handler that throws at a click does not take the page away by itself', async () => {
  const Button = () => (
    <button type="button" onClick={throws(new TypeError('oh'))}>
      press
    </button>
  );
  const heard = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('error', heard);
  await openOver({ ...one, '/notes': { Component: Button } });
  fireEvent.click(await screen.findByText('press'));
  expect(shown()).toBe(buildTwo);
  expect(heard).toHaveBeenCalled();
  window.removeEventListener('error', heard);
});
