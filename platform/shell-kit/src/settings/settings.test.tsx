// @vitest-environment jsdom

import type { ReleaseDocument } from '@tallystick/contract/release';
import type { RouteModules } from '@tallystick/contract/route-module';
import type { SettingValues } from '@tallystick/contract/setting-values';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { Remote } from '../composition/composition.tsx';
import { buildOne, openTestTab, revision } from '../release/open-tab.testing.tsx';
import { useLoaderData } from '../router/route-state.ts';
import { settings, useSettings } from './settings.ts';

declare module '../composition/composition.tsx' {
  interface RemoteWidgets {
    'mfe-tags': { './tag': { words: string } };
  }
}

const tagsBuild = '1.0.0-cccccccccccc';
/** As TypeScript reads it from a `remote.json`. */
const declared = {
  pageSize: { type: 'integer', default: 20, minimum: 1, maximum: 100 },
  newList: { type: 'boolean', default: false },
  tone: { type: 'string', default: 'calm', enum: ['calm', 'bold'] },
};

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

function Page() {
  const [typed, setTyped] = useState('');
  const { pageSize, newList, tone } = useSettings(declared);
  const loaded = useLoaderData<number>();
  return (
    <>
      <p>{`drawn ${pageSize} ${newList} ${tone}, loaded ${loaded}`}</p>
      <input aria-label="typed" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <Remote app="mfe-tags" expose="./tag" props={{ words: 'tag' }} fallback={<p>no tag</p>} />
    </>
  );
}
const Tag = () => <p>{`tag of ${useSettings(declared).pageSize}`}</p>;
const page = {
  Component: Page,
  loader: ({ request }: { request: Request }) => settings(declared, request).pageSize,
};
const routes: RouteModules = { '/notes': page, '/notes/:id': page };

function released(
  number: number,
  values?: SettingValues,
  { tags, now }: { tags?: SettingValues; now?: number } = {},
): ReleaseDocument {
  const release = revision(number, buildOne);
  const set = (own: SettingValues | undefined) => own && { values: own, valuesNow: now };
  const tag = {
    name: 'mfe-tags',
    build: tagsBuild,
    base: `/artifacts/mfe-tags/${tagsBuild}/`,
    declaration: {
      ...{ name: 'mfe-tags', title: 'Tags', menu: [], exposes: ['./tag'] },
      routes: [{ path: '/tags', page: 'Tags' }],
    },
  };
  return {
    ...release,
    remotes: [
      ...release.remotes.map((remote) => ({ ...remote, ...set(values) })),
      { ...tag, ...set(tags) },
    ],
  };
}

it('have the types of what is declared', () => {
  const read = settings(declared, new Request('http://site.test/'));
  expectTypeOf(read.pageSize).toEqualTypeOf<number>();
  expectTypeOf(read.newList).toEqualTypeOf<boolean>();
  expectTypeOf(read.tone).toEqualTypeOf<string>();
  const tone = { type: 'string', default: 'calm', enum: ['calm', 'bold'] } as const;
  expectTypeOf(settings({ tone }, new Request('http://site.test/')).tone).toEqualTypeOf<
    'calm' | 'bold'
  >();
  expect(read).toEqual({ pageSize: 20, newList: false, tone: 'calm' });
});

describe.each([
  ['in the page’s root', false],
  ['in a root of its own', true],
])('settings, %s', (_where, earlier) => {
  const open = (release: ReleaseDocument) =>
    openTestTab({
      path: '/notes',
      release,
      builds: { [buildOne]: routes, [tagsBuild]: { '/tags': { Component: () => null } } },
      widgets: { [`${tagsBuild}/tag`]: Tag },
      earlier,
    });
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText('typed'), { target: { value } });
  const typed = () => screen.getByLabelText<HTMLInputElement>('typed').value;

  it('are the defaults where nothing is set, or what a build does not take', async () => {
    await open(released(1, { pageSize: 500, newList: 'yes', other: 1, tone: 'bold' }));
    await screen.findByText('drawn 20 false bold, loaded 20');
    await screen.findByText('tag of 20');
  });

  it('are those of each app: of the page and of a widget in it', async () => {
    await open(released(1, { pageSize: 50, newList: true }, { tags: { pageSize: 7 } }));
    await screen.findByText('drawn 50 true calm, loaded 50');
    await screen.findByText('tag of 7');
  });

  it('change at the next navigation to another page', async () => {
    const tab = await open(released(1));
    await screen.findByText('drawn 20 false calm, loaded 20');
    await tab.news(2);
    await tab.answer(released(2, { pageSize: 50 }, { tags: { pageSize: 7 } }));
    await tab.go('/notes?q=ada');
    expect(screen.getByText('drawn 20 false calm, loaded 20')).toBeDefined();
    await tab.go('/notes/1');
    await screen.findByText('drawn 50 false calm, loaded 50');
    await screen.findByText('tag of 7');
  });

  it('that are urgent change in an open tab, also where it comes late', async () => {
    const tab = await open(released(1, { newList: true }));
    await screen.findByText('drawn 20 true calm, loaded 20');
    await tab.news(3);
    await tab.answer(released(3, { newList: false, pageSize: 50 }, { now: 2 }));
    await screen.findByText('drawn 50 false calm, loaded 50');
  });

  it('of a widget that are urgent leave the page as it is', async () => {
    const tab = await open(released(1, undefined, { tags: { pageSize: 7 } }));
    await screen.findByText('tag of 7');
    type('half');
    await tab.news(2);
    await tab.answer(released(2, undefined, { tags: { pageSize: 8 }, now: 2 }));
    await screen.findByText('tag of 8');
    expect(typed()).toBe('half');
  });

  it('that are urgent and the same leave the page as it is', async () => {
    const tab = await open(released(1, { pageSize: 50 }));
    await screen.findByText('drawn 50 false calm, loaded 50');
    type('half');
    await tab.news(2);
    await tab.answer(released(2, { pageSize: 50 }, { now: 2 }));
    await tab.go('/notes?q=ada');
    expect(typed()).toBe('half');
  });
});
