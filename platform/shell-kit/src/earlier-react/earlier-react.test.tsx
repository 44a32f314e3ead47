// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Suspense, use, useEffect, useState } from 'react';
import { createBrowserRouter, type DataRouter, useLocation } from 'react-router-dom';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readManifest } from '../federation/manifest.ts';
import { openSite } from '../routing/site.testing.tsx';
import { bundled } from './bundled.ts';
import { earlierWidget } from './earlier-content.tsx';
import { testEarlierReact } from './earlier-parts.testing.ts';
import { createEarlierReact } from './earlier-react.ts';

const manifest = (requiredVersion?: string, name = 'react') =>
  readManifest({
    manifest: {
      metaData: { globalName: 'notes', remoteEntry: { name: 'remoteEntry.js' } },
      shared: [{ name, requiredVersion }],
      exposes: [],
    },
  });
const module = { routes: { '/notes': { Component: () => null } } };
const router = createBrowserRouter([{ path: '*' }]);
const { shares, inThisReact } = createEarlierReact(testEarlierReact, () => router);

afterAll(() => router.dispose());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a React of the major before', () => {
  it('is shared under its own version, with what else is bound to React', async () => {
    const { version } = testEarlierReact;
    const found = await shares(manifest('^18.2.0').shared ?? [], {});
    expect(Object.keys(found.react ?? {})).toEqual([version]);
    expect(Object.keys(found['react-dom'] ?? {})).toEqual([version]);
    expect(found.router).toBeDefined();
  });

  it.each(['react/jsx-runtime', 'react-dom'])(
    'is for a build that asks for %s alone',
    async (name) => {
      const { shared = [] } = manifest('^18.2.0', name);
      const found = await shares(shared, {});
      expect(Object.keys(found[name] ?? {})).toEqual([testEarlierReact.version]);
    },
  );

  it.each([undefined, '>=18.0.0', '^19.0.0', '^17.0.0'])(
    'is not for a build that needs %s',
    async (range) => {
      const { shared = [] } = manifest(range);
      expect(await shares(shared, {})).toEqual({});
      expect(await inThisReact(manifest(range), module)).toBe(module);
    },
  );

  it('shows the page that it is made for, and nothing of the next', async () => {
    vi.spyOn(window, 'scrollTo').mockReturnValue();
    const mounted: string[] = [];
    function Component() {
      const { pathname } = useLocation();
      useEffect(() => void mounted.push(pathname), [pathname]);
      return <p>{`This is ${pathname}`}</p>;
    }
    const declared = ['/notes/:id', '/other'].map((path) => ({ path, page: path }));
    const routes = { '/notes/:id': { Component }, '/other': { Component } };
    const site = openSite({ path: '/notes/7', declared, routes, earlier: true });
    await screen.findByText('This is /notes/7');
    await act(() => site.navigate('/notes/8'));
    await screen.findByText('This is /notes/8');
    await act(() => site.navigate('/other'));
    await screen.findByText('This is /other');
    expect(mounted).toEqual(['/notes/7', '/notes/8', '/other']);
  });

  it('shows a widget again after a part of the page beside it was waited for', async () => {
    vi.spyOn(window, 'scrollTo').mockReturnValue();
    const { promise, resolve } = Promise.withResolvers<string>();
    const Late = () => <p>{use(promise)}</p>;
    let site: DataRouter;
    function Component() {
      const [Widget] = useState(() =>
        earlierWidget(bundled.showing, site, () => <p>The widget</p>),
      );
      const [more, setMore] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setMore(true)}>
            More
          </button>
          <Suspense fallback={<p>Waiting</p>}>
            <Widget />
            {more ? <Late /> : null}
          </Suspense>
        </>
      );
    }
    const declared = [{ path: '/notes', page: 'Notes' }];
    site = openSite({ path: '/notes', declared, routes: { '/notes': { Component } } });
    await screen.findByText('The widget');
    fireEvent.click(screen.getByText('More'));
    await screen.findByText('Waiting');
    await act(async () => resolve('Late'));
    await screen.findByText('Late');
    await screen.findByText('The widget');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
