// @vitest-environment jsdom
import type { ReleaseDocument, RemoteBuild } from '@tallystick/contract/release';
import type { Arrangements } from '@tallystick/contract/slots';
import { cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testShell } from '../plain/test-shell.testing.tsx';
import { buildOne, openTestTab, revision } from '../release/open-tab.testing.tsx';
import type { TestWidgets } from '../routing/site.testing.tsx';
import type { FrameProps } from '../shell.ts';
import { Slot } from './composition.tsx';

const [cards, cardsNext] = ['1.0.0-cccccccccccc', '1.1.0-dddddddddddd'];
const tags = '1.0.0-eeeeeeeeeeee';
const slot = 'mfe-note:beside';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

function bringer(name: string, build: string, expose: string, order: number): RemoteBuild {
  const declaration = { name, title: name, routes: [], menu: [], exposes: [expose] };
  const brings = [{ slot, expose, order }];
  return {
    name,
    build,
    base: `/artifacts/${name}/${build}/`,
    declaration: { ...declaration, brings },
  };
}
function release(number: number, bringers: RemoteBuild[], slots?: Arrangements): ReleaseDocument {
  const { remotes, ...document } = revision(number, buildOne);
  return { ...document, remotes: [...remotes, ...bringers], slots };
}
const both = (cardsBuild = cards) => [
  bringer('mfe-cards', cardsBuild, './card', 20),
  bringer('mfe-tags', tags, './tags', 10),
];
const shows =
  (name: string) =>
  ({ words }: { words: string }) => <p>{`${name}: ${words}`}</p>;
const widgets: TestWidgets = {
  [`${cards}/card`]: shows('card'),
  [`${cardsNext}/card`]: shows('next card'),
  [`${tags}/tags`]: shows('tags'),
};
const Page = () => (
  <section aria-label="beside">
    <Slot name={slot} props={{ words: 'hello' }} />
  </section>
);
const pages = { '/notes': { Component: Page }, '/notes/:id': { Component: Page } };
const inSlot = () => screen.getByRole('region', { name: 'beside' }).textContent;
const becomes = (text: string) => vi.waitFor(() => expect(inSlot()).toBe(text));

describe.each([
  ['in the page’s root', false],
  ['in a root of its own', true],
])('a slot %s', (_where, earlier) => {
  const open = (document: ReleaseDocument, brought = widgets) =>
    openTestTab({
      path: '/notes',
      release: document,
      builds: { [buildOne]: pages },
      widgets: brought,
      earlier,
    });

  it('has what other apps bring, by their order', async () => {
    await open(release(1, both()));
    await becomes('tags: hellocard: hello');
  });

  it('is empty where nobody brings anything', async () => {
    await open(release(1, []));
    await screen.findByRole('region', { name: 'beside' });
    expect(inSlot()).toBe('');
  });

  it('is as a manager has arranged it', async () => {
    await open(release(1, both(), { [slot]: { hidden: [], order: ['mfe-cards/card'] } }));
    await becomes('card: hellotags: hello');
  });

  it('follows a manager at the next navigation to another page', async () => {
    const tab = await open(release(1, both()));
    await becomes('tags: hellocard: hello');
    await tab.news(2);
    await tab.answer(release(2, both(), { [slot]: { hidden: ['mfe-tags/tags'], order: [] } }));
    expect(inSlot()).toBe('tags: hellocard: hello');
    await tab.go('/notes/7');
    await becomes('card: hello');
  });

  it('leaves the place of a widget empty that fails, which counts for its own app', async () => {
    const breaks = () => {
      throw new TypeError('oh');
    };
    const tab = await open(release(1, both()), { ...widgets, [`${tags}/tags`]: breaks });
    await becomes('card: hello');
    await tab.pass(50);
    expect(tab.reports.flatMap(({ failures }) => failures)).toEqual([
      { app: 'mfe-tags', build: tags, kind: 'render' },
    ]);
  });

  it('loses a recalled widget in an open tab, and no other', async () => {
    const tab = await open(release(1, both(cardsNext)));
    await becomes('tags: hellonext card: hello');
    await tab.news(2, [{ app: 'mfe-cards', build: cardsNext }]);
    await tab.answer(release(2, both()));
    await becomes('tags: hellocard: hello');
  });
});

it('of the shell stands in its frame', async () => {
  const { Frame } = testShell;
  const shell = {
    ...testShell,
    Frame: (props: FrameProps) => (
      <>
        <Page />
        <Frame {...props} />
      </>
    ),
  };
  await openTestTab({
    path: '/notes',
    release: release(1, both()),
    builds: { [buildOne]: { ...pages, '/notes': { Component: () => <p>The page</p> } } },
    widgets,
    shell,
  });
  await becomes('tags: hellocard: hello');
});

it('is nothing where a page stands by itself, or is rendered', () => {
  expect(render(<Slot name={slot} props={{}} />).container.innerHTML).toBe('');
  expect(renderToString(<Slot name={slot} props={{}} />)).toBe('');
});
