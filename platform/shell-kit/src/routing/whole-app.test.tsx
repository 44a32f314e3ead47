// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Link, useParams } from '../router/router.ts';
import { openSite } from './site.testing.tsx';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const begun: string[] = [];

/** An app with a router of its own, which knows nothing of the site's. */
function App() {
  const [path, setPath] = useState(location.pathname);
  const [words, setWords] = useState('');
  useEffect(() => {
    begun.push(location.pathname);
    const look = () => setPath(location.pathname);
    window.addEventListener('popstate', look);
    return () => window.removeEventListener('popstate', look);
  }, []);
  const go = (to: string) => {
    history.pushState(null, '', to);
    setPath(to);
  };
  return (
    <>
      <input aria-label="words" value={words} onChange={(e) => setWords(e.target.value)} />
      <p>{`shows ${path}`}</p>
      <p>{`below: ${useParams()['*']}`}</p>
      <button type="button" onClick={() => go('/notes/7/lines')}>
        Lines
      </button>
      <Link to="8">Eight</Link>
      <Link to="/other">Other</Link>
    </>
  );
}

const typed = () => screen.getByLabelText<HTMLInputElement>('words').value;

it.each([
  ['in the page’s root', false],
  ['in a root of its own', true],
])(
  'an app below a path of its own stays as it goes about there, and back, %s',
  async (_where, earlier) => {
    begun.length = 0;
    const declared = ['/notes/*', '/other'].map((path) => ({ path, page: path }));
    const Other = () => <p>Another page</p>;
    const routes = { '/notes/*': { Component: App }, '/other': { Component: Other } };
    openSite({ path: '/notes', declared, routes, earlier });
    await screen.findByText('shows /notes');
    fireEvent.change(screen.getByLabelText('words'), { target: { value: 'hello' } });
    fireEvent.click(screen.getByText('Lines'));
    await screen.findByText('shows /notes/7/lines');
    history.back();
    await screen.findByText('shows /notes');
    history.forward();
    await screen.findByText('shows /notes/7/lines');
    expect(await screen.findByText('below: 7/lines')).toBeDefined();
    // A link of the site's router leads within the app, too.
    fireEvent.click(screen.getByText('Eight'));
    await screen.findByText('below: 7/lines/8');
    history.back();
    await screen.findByText('below: 7/lines');
    expect(typed()).toBe('hello');
    expect(begun).toEqual(['/notes']);
    fireEvent.click(screen.getByText('Other'));
    await screen.findByText('Another page');
  },
);
