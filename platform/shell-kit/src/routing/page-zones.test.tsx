// @vitest-environment jsdom
import type { RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildOne,
  buildTwo,
  openTestTab,
  revision,
  revisionOver,
} from '../release/open-tab.testing.tsx';
import { Outlet, useLoaderData, useParams } from '../router/router.ts';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

const footer = () => screen.getByRole('contentinfo');
const pages = (more: RouteModules): RouteModules => ({
  '/notes': { Component: () => <p>All notes</p> },
  '/notes/:id': { Component: () => <p>One note</p> },
  '/more': { Component: () => <p>More</p> },
  ...more,
});

describe.each([
  ['in the page’s root', false],
  ['in a root of its own', true],
])('%s', (_where, earlier) => {
  it('a page has its own in the banner’s zone and in the footer, with its data and parameters', async () => {
    const Says = () => <p>{`${useLoaderData<string>()} ${useParams().id}`}</p>;
    const Counts = () => {
      const [count, setCount] = useState(0);
      return (
        <button type="button" onClick={() => setCount(count + 1)}>
          {`counted ${count}`}
        </button>
      );
    };
    const note = {
      Component: () => <p>One note</p>,
      loader: () => 'Note',
      zones: { media: Says, footer: Counts },
    };
    const builds = { [buildOne]: pages({ '/notes/:id': note }) };
    const tab = await openTestTab({
      earlier,
      path: '/notes/7',
      release: revision(1, buildOne),
      builds,
    });
    const zone = await screen.findByRole('region', { name: 'Notes' });
    expect(within(zone).getByText('Note 7')).toBeDefined();
    expect(screen.getByRole('main').contains(zone)).toBe(false);
    // The styles of the app find what it shows by this.
    expect(zone.dataset.part).toBe('mfe-note');
    expect(within(footer()).getByText('counted 0').closest('[data-part=mfe-note]')).not.toBeNull();
    await act(async () => within(footer()).getByText('counted 0').click());
    await tab.go('/notes/8');
    expect(screen.getByText('Note 8')).toBeDefined();
    expect(within(footer()).getByText('counted 1')).toBeDefined();
    await tab.go('/notes');
    expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull();
    expect(within(footer()).queryByText('counted 1')).toBeNull();
  });

  it('of nested routes the innermost that has something for a zone fills it', async () => {
    const zoneOf = (words: string) => ({ footer: () => <p>{words}</p> });
    const notes = {
      Component: Outlet,
      zones: zoneOf('of all'),
      children: { ':id': { Component: () => null, zones: zoneOf('of one') } },
    };
    const { '/notes/:id': _, ...rest } = pages({ '/notes': notes });
    const builds = { [buildOne]: rest };
    const tab = await openTestTab({
      earlier,
      path: '/notes/7',
      release: revision(1, buildOne),
      builds,
    });
    expect(await within(footer()).findByText('of one')).toBeDefined();
    expect(within(footer()).queryByText('of all')).toBeNull();
    await tab.go('/notes');
    expect(within(footer()).getByText('of all')).toBeDefined();
  });

  const broken = {
    Component: () => <p>Notes of two</p>,
    zones: {
      footer: () => {
        throw new TypeError('oh');
      },
    },
  };

  it('a zone that breaks is empty, and the page and the site’s own words stand', async () => {
    const builds = { [buildTwo]: pages({ '/notes': broken }) };
    await openTestTab({ earlier, path: '/notes', release: revision(1, buildTwo), builds });
    expect(await screen.findByText('Notes of two')).toBeDefined();
    expect(within(footer()).getByText('Notes of all')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a zone that breaks is a failure of its build, and another takes its place', async () => {
    const builds = { [buildTwo]: pages({ '/notes': broken }), [buildOne]: pages({}) };
    const release = revisionOver(1, buildTwo, buildOne);
    const tab = await openTestTab({ earlier, path: '/notes', release, builds });
    await screen.findByText('All notes');
    await tab.pass(50);
    expect(tab.reports.flatMap(({ failures }) => failures)).toEqual([
      { app: 'mfe-note', build: buildTwo, kind: 'render' },
    ]);
  });
});
