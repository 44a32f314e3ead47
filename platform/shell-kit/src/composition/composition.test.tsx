// @vitest-environment jsdom

import type { ReleaseDocument, RemoteBuild, RemoteRelease } from '@tallystick/contract/release';
import type { RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildOne, openTestTab, revision } from '../release/open-tab.testing.tsx';
import type { TestWidgets } from '../routing/site.testing.tsx';
import { Remote } from './composition.tsx';

declare module './composition.tsx' {
  interface RemoteWidgets {
    'mfe-cards': { './card': { words: string }; './stamp': { words: string } };
  }
}

const cardsOne = '1.0.0-cccccccccccc';
const cardsTwo = '1.1.0-dddddddddddd';
const cardsThree = '1.2.0-eeeeeeeeeeee';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** Pages of one remote that show a card of another, and a field of their own. */
function Page() {
  const [words, setWords] = useState('hello');
  return (
    <>
      <input aria-label="words" value={words} onChange={(event) => setWords(event.target.value)} />
      <Remote
        app="mfe-cards"
        expose="./card"
        props={{ words }}
        fallback={<p>{`No card for ${words}`}</p>}
      />
    </>
  );
}
const pages: RouteModules = { '/notes': { Component: Page }, '/notes/:id': { Component: Page } };

const card =
  (name: string) =>
  ({ words }: { words: string }) => <p>{`Card ${name}: ${words}`}</p>;
const breaks = () => {
  throw new TypeError('oh');
};
const works: TestWidgets = {
  [`${cardsOne}/card`]: card('one'),
  [`${cardsTwo}/card`]: card('two'),
  [`${cardsThree}/card`]: card('three'),
};

function cardsBuild(build: string, exposes: string[] = ['./card']): RemoteBuild {
  return {
    name: 'mfe-cards',
    build,
    base: `/artifacts/mfe-cards/${build}/`,
    declaration: {
      name: 'mfe-cards',
      title: 'Cards',
      routes: [{ path: '/cards', page: 'Cards' }],
      menu: [],
      exposes,
    },
  };
}

/** A revision with notes and these cards. */
function withCards(number: number, cards: RemoteRelease, notes = buildOne): ReleaseDocument {
  const release = revision(number, notes);
  return { ...release, remotes: [...release.remotes, cards] };
}
const two = { ...cardsBuild(cardsTwo), fallback: cardsBuild(cardsOne) };

const part = (app: string) =>
  document.querySelector(`[data-part=${app}]`)?.getAttribute('data-build');
const field = () => screen.getByLabelText<HTMLInputElement>('words');
const type = (value: string) => fireEvent.change(field(), { target: { value } });

describe.each([
  ['in the page’s root', false],
  ['in a root of its own', true],
])('%s', (_where, earlier) => {
  function open(release: ReleaseDocument, widgets: TestWidgets = works) {
    const cards = { '/cards': { Component: () => <p>All cards</p> } };
    const builds = { [buildOne]: pages, [cardsOne]: cards, [cardsTwo]: cards, [cardsThree]: cards };
    return openTestTab({ path: '/notes', release, builds, widgets, earlier });
  }

  describe('a widget', () => {
    it('is shown in the page of another remote, with its props, and runs beside it', async () => {
      const tab = await open(withCards(1, two));
      await screen.findByText('Card two: hello');
      type('good day');
      expect(screen.getByText('Card two: good day')).toBeDefined();
      expect(part('mfe-cards')).toBe(cardsTwo);
      expect(part('mfe-note')).toBe(buildOne);
      await tab.pass(50);
      expect(tab.reports.at(-1)?.running).toMatchObject({
        'mfe-note': buildOne,
        'mfe-cards': cardsTwo,
      });
      await tab.go('/cards');
      await screen.findByText('All cards');
      await tab.pass(50);
      expect(tab.reports.at(-1)?.running).toEqual({
        shell: '1.0.0-000000000000',
        'mfe-cards': cardsTwo,
      });
    });

    it.each([
      ['of a build that does not declare it', withCards(1, cardsBuild(cardsTwo, ['./stamp']))],
      ['of an app that is not on the site', revision(1, buildOne)],
    ])('%s is its fallback, and nobody’s failure', async (_what, release) => {
      const tab = await open(release);
      await screen.findByText('No card for hello');
      await tab.pass(50);
      expect(tab.reports.flatMap(({ failures }) => failures)).toEqual([]);
    });

    it('keeps its build until a navigation to another page, and has the newest then', async () => {
      const tab = await open(withCards(1, two));
      await screen.findByText('Card two: hello');
      await tab.news(2);
      await tab.answer(withCards(2, cardsBuild(cardsThree)));
      await tab.go('/notes?q=ada');
      expect(part('mfe-cards')).toBe(cardsTwo);
      await tab.go('/notes/7');
      await screen.findByText('Card three: hello');
    });
  });

  describe('a widget that fails', () => {
    it.each<[string, TestWidgets[string], string]>([
      ['to load', undefined, 'unavailable'],
      ['as it is drawn', breaks, 'render'],
    ])(
      '%s gives way to the last good build of its app, and the page keeps what was typed',
      async (_how, widget, kind) => {
        const tab = await open(withCards(1, two), { ...works, [`${cardsTwo}/card`]: widget });
        type('typed');
        await screen.findByText('Card one: typed');
        expect(part('mfe-cards')).toBe(cardsOne);
        expect(field().value).toBe('typed');
        expect(part('mfe-note')).toBe(buildOne);
        await tab.pass(50);
        expect(tab.reports.flatMap(({ failures }) => failures)).toEqual([
          { app: 'mfe-cards', build: cardsTwo, kind },
        ]);
        expect(tab.reports.flatMap(({ steps }) => steps)).toEqual([
          { app: 'mfe-cards', from: cardsTwo, to: cardsOne },
        ]);
        // A search on the same page brings nothing back that failed.
        await tab.go('/notes?q=ada');
        expect(part('mfe-cards')).toBe(cardsOne);
      },
    );

    it('where no build works is its fallback, and the page stands', async () => {
      const widgets = { [`${cardsTwo}/card`]: breaks, [`${cardsOne}/card`]: breaks };
      const tab = await open(withCards(1, two), widgets);
      await screen.findByText('No card for hello');
      expect(screen.queryByRole('alert')).toBeNull();
      expect(part('mfe-cards')).toBeUndefined();
      await tab.pass(50);
      expect(tab.reports.flatMap(({ failures }) => failures).map(({ app }) => app)).toEqual([
        'mfe-cards',
        'mfe-cards',
      ]);
    });

    it('for want of a file comes when the network is back', async () => {
      const widgets: TestWidgets = {};
      const { tab } = await open(withCards(1, cardsBuild(cardsTwo)), widgets);
      await screen.findByText('No card for hello');
      widgets[`${cardsTwo}/card`] = card('two');
      await act(async () => tab.online());
      await screen.findByText('Card two: hello');
    });

    const thrown = () => {
      const error = new TypeError('oh');
      error.stack = `TypeError: oh\n at x (http://site.test/artifacts/mfe-cards/${cardsTwo}/card.js:1)`;
      return new ErrorEvent('error', { error });
    };

    it('in an event right after it has come gives way, but not where something is half filled', async () => {
      const tab = await open(withCards(1, two));
      await screen.findByText('Card two: hello');
      tab.fill(true);
      await tab.heard(thrown());
      expect(part('mfe-cards')).toBe(cardsTwo);
      tab.fill(false);
      await tab.heard(thrown());
      await screen.findByText('Card one: hello');
      expect(part('mfe-note')).toBe(buildOne);
    });

    it('in an event when it has stood for a while is told of once, and stays', async () => {
      const tab = await open(withCards(1, two));
      await screen.findByText('Card two: hello');
      await tab.pass(3_000);
      await tab.heard(thrown());
      await tab.heard(thrown());
      expect(part('mfe-cards')).toBe(cardsTwo);
      await tab.pass(50);
      expect(tab.reports.flatMap(({ failures }) => failures)).toEqual([
        { app: 'mfe-cards', build: cardsTwo, kind: 'event' },
      ]);
    });
  });

  describe('the recall of a widget’s build', () => {
    const recalled = [{ app: 'mfe-cards', build: cardsTwo }];

    it('replaces it in an open tab, and leaves the page around it as it is', async () => {
      const tab = await open(withCards(1, cardsBuild(cardsTwo)));
      await screen.findByText('Card two: hello');
      type('typed');
      const before = field();
      await tab.news(2, recalled);
      expect(part('mfe-cards')).toBe(cardsTwo);
      await tab.answer(withCards(2, cardsBuild(cardsOne)));
      await screen.findByText('Card one: typed');
      expect(field()).toBe(before);
      expect(part('mfe-note')).toBe(buildOne);
      await tab.pass(50);
      expect(tab.reports.at(-1)?.running).toMatchObject({ 'mfe-cards': cardsOne });
      expect(tab.notices).toEqual([]);
    });

    it('takes it away after 700 ms if there is no other by then', async () => {
      const tab = await open(withCards(1, cardsBuild(cardsTwo)));
      await screen.findByText('Card two: hello');
      await tab.news(2, recalled);
      await tab.pass(700);
      expect(screen.getByText('No card for hello')).toBeDefined();
      expect(part('mfe-cards')).toBeUndefined();
      await tab.answer(withCards(2, cardsBuild(cardsOne)));
      await screen.findByText('Card one: hello');
    });

    it('lets it not begin any more', async () => {
      const tab = await open(withCards(1, cardsBuild(cardsTwo)));
      await screen.findByText('Card two: hello');
      await tab.go('/api');
      await tab.news(2, recalled);
      await tab.go('/notes');
      await screen.findByText('No card for hello');
      expect(part('mfe-cards')).toBeUndefined();
    });
  });
});
