// @vitest-environment jsdom
import type { RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Remote } from '../composition/composition.tsx';
import { buildOne, buildTwo, openTestTab, revision } from '../release/open-tab.testing.tsx';
import { openSite } from '../routing/site.testing.tsx';
import { Link, Outlet, useBlocker } from './router.ts';

declare module '../composition/composition.tsx' {
  interface RemoteWidgets {
    'mfe-cards': { './card': { words: string }; './stamp': { words: string } };
  }
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

const field = (label = 'words') => screen.getByLabelText<HTMLInputElement>(label);
function type(words: string, label = 'words') {
  fireEvent.focusIn(field(label));
  fireEvent.input(field(label), { target: { value: words } });
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByText(name)));

/** A field, and what asks whoever leaves it unsaved. */
function Draft({ of = 'words' }: { of?: string }) {
  const [words, setWords] = useState('');
  const blocker = useBlocker(words !== '');
  return (
    <>
      <input aria-label={of} value={words} onChange={(event) => setWords(event.target.value)} />
      <p>{`${of} ${blocker.state}`}</p>
      <button type="button" onClick={() => blocker.proceed?.()}>{`Leave ${of}`}</button>
      <button type="button" onClick={() => blocker.reset?.()}>{`Stay with ${of}`}</button>
    </>
  );
}
const Page = () => (
  <>
    <Draft />
    <Link to="/notes/7">Seven</Link>
  </>
);
const at = (name: string): RouteModules => ({
  '/notes': { Component: Page },
  '/notes/:id': { Component: () => <p>{`Seven of ${name}`}</p> },
});
const builds = { [buildOne]: at('one'), [buildTwo]: at('two') };
const closes = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

describe.each([
  ['in the page’s root', false],
  ['in a root of its own', true],
])('what is unsaved, %s', (_where, earlier) => {
  const open = () =>
    openTestTab({ path: '/notes', release: revision(1, buildOne), builds, earlier });

  it('holds back a link until it lets go, and then the newest release comes', async () => {
    const tab = await open();
    type('ada');
    await tab.news(2);
    await tab.answer(revision(2, buildTwo));
    await press('Seven');
    await screen.findByText('words blocked');
    expect(location.pathname).toBe('/notes');
    await press('Stay with words');
    await screen.findByText('words unblocked');
    expect(field().value).toBe('ada');
    await press('Seven');
    await press('Leave words');
    await screen.findByText('Seven of two');
  });

  it('holds back Back', async () => {
    const tab = await open();
    await tab.go('/notes/7');
    await tab.go('/notes');
    type('ada');
    await act(async () => history.back());
    await screen.findByText('words blocked');
    expect(location.pathname).toBe('/notes');
    expect(field().value).toBe('ada');
    await press('Leave words');
    await screen.findByText('Seven of one');
  });

  it('holds a tab that is closed, only while there is something', async () => {
    await open();
    expect(closes()).toBe(false);
    type('ada');
    expect(closes()).toBe(true);
    type('');
    expect(closes()).toBe(false);
  });

  it('keeps a recalled shell from loading the page anew', async () => {
    const tab = await open();
    type('ada');
    // Where the fields say nothing of it.
    tab.fill(false);
    await tab.news(2, [], ['1.0.0-000000000000']);
    await tab.answer(revision(2, buildOne, undefined, '1.1.0-999999999999'));
    const still = async () => {
      for (let n = 0; n < 4; n += 1) await tab.pass(2_000);
    };
    await still();
    expect(tab.reloads).toEqual([]);
    type('');
    await still();
    expect(tab.reloads).toEqual(['1.1.0-999999999999']);
  });

  it('goes with its build at a recall, and is handed over to be copied', async () => {
    const tab = await open();
    type('ada');
    await tab.news(2, [buildOne]);
    await tab.answer(revision(2, buildTwo));
    expect(field().value).toBe('');
    expect(tab.lost).toEqual([{ title: 'Notes', texts: [{ label: 'words', text: 'ada' }] }]);
  });

  it('goes at a recall that no build comes for, and is handed over too', async () => {
    const tab = await open();
    type('ada');
    await tab.news(2, [buildOne]);
    await tab.pass(1_000);
    expect(screen.queryByLabelText('words')).toBeNull();
    expect(tab.lost).toEqual([{ title: 'Notes', texts: [{ label: 'words', text: 'ada' }] }]);
  });

  it('stays at the recall of another part', async () => {
    const tab = await open();
    type('ada');
    await tab.news(2, [{ app: 'mfe-cards', build: '1.0.0-cccccccccccc' }]);
    await tab.answer(revision(2, buildOne));
    await tab.pass(1_000);
    expect(field().value).toBe('ada');
    expect(tab.lost).toEqual([]);
  });

  it('of a page and of its widget is asked for in turn', async () => {
    const release = revision(1, buildOne);
    const card = '1.0.0-cccccccccccc';
    const remote = {
      name: 'mfe-cards',
      build: card,
      base: `/artifacts/mfe-cards/${card}/`,
      declaration: { name: 'mfe-cards', title: 'Cards', routes: [], menu: [], exposes: ['./card'] },
    };
    const Both = () => (
      <>
        <Page />
        <Remote app="mfe-cards" expose="./card" props={{ words: '' }} fallback={null} />
      </>
    );
    const tab = await openTestTab({
      path: '/notes',
      release: { ...release, remotes: [...release.remotes, remote] },
      builds: { [buildOne]: { ...at('one'), '/notes': { Component: Both } } },
      widgets: { [`${card}/card`]: () => <Draft of="card" /> },
      earlier,
    });
    await screen.findByText('card unblocked');
    type('ada');
    type('lovelace', 'card');
    await press('Seven');
    await screen.findByText(/(words|card) blocked/);
    const asked = screen.queryByText('words blocked') ? ['words', 'card'] : ['card', 'words'];
    await press(`Leave ${asked[0]}`);
    await screen.findByText(`${asked[1]} blocked`);
    await press(`Leave ${asked[1]}`);
    await screen.findByText('Seven of one');
    // What is gone holds nothing back.
    await tab.go('/notes');
    await tab.go('/notes/7');
    await screen.findByText('Seven of one');
  });

  it('in an outer route is asked for as the inner one changes', async () => {
    const declared = ['/notes', '/notes/:id'].map((path) => ({ path, page: path }));
    const Outer = () => (
      <>
        <Page />
        <Outlet />
      </>
    );
    const children = {
      '': { Component: () => <p>None</p> },
      ':id': { Component: () => <p>One</p> },
    };
    const routes = { '/notes': { Component: Outer, children } };
    openSite({ path: '/notes', declared, routes, earlier });
    await screen.findByText('None');
    type('ada');
    await press('Seven');
    await screen.findByText('words blocked');
    await press('Leave words');
    await screen.findByText('One');
    expect(field().value).toBe('ada');
  });

  it('is left to an app below a path of its own, until somebody leaves that', async () => {
    const declared = ['/notes/*', '/other'].map((path) => ({ path, page: path }));
    const App = () => (
      <>
        <Page />
        <button type="button" onClick={() => history.pushState(null, '', '/notes/9')}>
          Nine
        </button>
        <Link to="/other">Other</Link>
      </>
    );
    const Other = () => <p>Another page</p>;
    const routes = { '/notes/*': { Component: App }, '/other': { Component: Other } };
    openSite({ path: '/notes', declared, routes, earlier });
    await screen.findByText('words unblocked');
    type('ada');
    await press('Seven');
    await vi.waitFor(() => expect(location.pathname).toBe('/notes/7'));
    await press('Nine');
    await act(async () => history.back());
    await vi.waitFor(() => expect(location.pathname).toBe('/notes/7'));
    expect(screen.getByText('words unblocked')).toBeDefined();
    await press('Other');
    await screen.findByText('words blocked');
    expect(field().value).toBe('ada');
    await press('Leave words');
    await screen.findByText('Another page');
  });
});

it('asks by a function, with the address that it leads to', async () => {
  const asked: string[] = [];
  const Asking = () => {
    const blocker = useBlocker(({ nextLocation }) => {
      asked.push(nextLocation.pathname);
      return nextLocation.pathname === '/notes/8';
    });
    return <p>{`It is ${blocker.state}`}</p>;
  };
  const routes = { ...at('one'), '/notes': { Component: Asking } };
  const tab = await openTestTab({
    path: '/notes',
    release: revision(1, buildOne),
    builds: { [buildOne]: routes },
  });
  await tab.go('/notes/8');
  await screen.findByText('It is blocked');
  // A tab that closes leads nowhere.
  expect(closes()).toBe(false);
  await tab.go('/notes/7');
  await screen.findByText('Seven of one');
  expect(asked).toEqual(['/notes/8', '', '/notes/7']);
});

it('says at a recall that something is lost that was no text', async () => {
  const Board = () => {
    useBlocker(true);
    return <p>A drawing</p>;
  };
  const routes = { ...at('one'), '/notes': { Component: Board } };
  const tab = await openTestTab({
    path: '/notes',
    release: revision(1, buildOne),
    builds: { ...builds, [buildOne]: routes },
  });
  await tab.news(2, [buildOne]);
  await tab.answer(revision(2, buildTwo));
  await screen.findByText('words unblocked');
  expect(tab.lost).toEqual([{ title: 'Notes', texts: [] }]);
});

it('holds nothing where a page stands by itself', () => {
  expect(renderToString(<Draft />)).toContain('words unblocked');
});
