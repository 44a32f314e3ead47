// @vitest-environment jsdom
import type { Mountable, PageProps } from '@tallystick/contract/mountable';
import type { RouteModules } from '@tallystick/contract/route-module';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Remote } from '../composition/composition.tsx';
import {
  buildOne,
  buildTwo,
  openTestTab,
  revision,
  revisionOver,
} from '../release/open-tab.testing.tsx';
import { Link } from '../router/router.ts';

declare module '../composition/composition.tsx' {
  interface RemoteWidgets {
    'mfe-note': { './note': { words: string } };
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

/** A mountable without any framework, which says what it has, and what happened to it. */
function words<Props extends object>(say: (props: Props) => string) {
  const happened: string[] = [];
  const mountable: Mountable<Props> = {
    mount(element, props, { hydrate }) {
      const text = document.createElement('p');
      const show = (now: Props) => {
        text.textContent = say(now);
      };
      happened.push(hydrate ? 'hydrated' : 'mounted');
      show(props);
      element.append(text);
      return {
        update(next) {
          happened.push('updated');
          show(next);
        },
        unmount: () => void happened.push('unmounted'),
      };
    },
  };
  return { happened, mountable };
}

const one: RouteModules = {
  '/notes': { Component: () => <Link to="/notes/7">Notes of one</Link> },
  '/notes/:id': { Component: () => <p>Note of one</p> },
};
const fails = (error: unknown = new TypeError('oh')) => {
  throw error;
};

type Tab = Awaited<ReturnType<typeof openTestTab>>;
async function failures(tab: Tab) {
  await tab.pass(50);
  return tab.reports.flatMap((report) => report.failures);
}

describe.each([
  ['in the page’s root', false],
  ['in a root of its own', true],
])('%s', (_where, earlier) => {
  const open = (mounted: Mountable<PageProps>, more: object = {}, path = '/notes/7') =>
    openTestTab({
      path,
      earlier,
      release: revisionOver(1, buildTwo, buildOne),
      builds: { [buildOne]: one, [buildTwo]: { ...one, '/notes/:id': { ...mounted, ...more } } },
    });

  it('a mounted page has its data, is told of other data, and ends as its page is left', async () => {
    const { mountable, happened } = words<PageProps>(
      ({ data, params, location }) => `${data} at ${params.id}${location.search}`,
    );
    const loader = ({ params }: { params: { id?: string } }) => `note ${params.id}`;
    const tab = await open(mountable, { loader }, '/notes');
    fireEvent.click(await screen.findByText('Notes of one'));
    const text = await screen.findByText('note 7 at 7');
    expect(text.closest('[data-part=mfe-note]')?.getAttribute('data-build')).toBe(buildTwo);
    await tab.go('/notes/7?q=a');
    expect(await screen.findByText('note 7 at 7?q=a')).toBe(text);
    await tab.go('/notes');
    await screen.findByText('Notes of one');
    expect(text.isConnected).toBe(false);
    expect([...new Set(happened)]).toEqual(['mounted', 'updated', 'unmounted']);
    expect(await failures(tab)).toEqual([]);
  });

  it('what it submits its action gets, and it gets the answer and data anew', async () => {
    let saved = 'nothing';
    let submit = (_form: Record<string, string>) => {};
    const { mountable } = words<PageProps>((props) => {
      submit = props.submit;
      return `saved ${props.data}, answered ${props.actionData}`;
    });
    await open(mountable, {
      loader: () => saved,
      async action({ request }: { request: Request }) {
        saved = String((await request.formData()).get('words'));
        return 'ok';
      },
    });
    await screen.findByText('saved nothing, answered undefined');
    await act(async () => submit({ words: 'bread' }));
    await screen.findByText('saved bread, answered ok');
  });

  it.each([
    ['throws', () => fails()],
    ['rejects', async () => fails()],
    ['returns nothing to unmount', () => Object.create(null)],
  ])('one whose mount %s gives way to the build before', async (_how, mount) => {
    const tab = await open({ mount });
    await screen.findByText('Note of one');
    expect(await failures(tab)).toEqual([{ app: 'mfe-note', build: buildTwo, kind: 'render' }]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['throws', () => fails()],
    ['rejects', async () => fails()],
  ])('one whose update %s gives way too', async (_how, update) => {
    const tab = await open({ mount: () => ({ update, unmount() {} }) });
    await tab.go('/notes/8');
    await screen.findByText('Note of one');
    expect(await failures(tab)).toEqual([{ app: 'mfe-note', build: buildTwo, kind: 'render' }]);
  });

  it('one that comes after its page was left is ended, and never updated', async () => {
    const { mountable, happened } = words<PageProps>(() => 'late');
    const { promise, resolve } = Promise.withResolvers<void>();
    const tab = await open({
      mount: async (...given) => {
        await promise;
        return mountable.mount(...given);
      },
    });
    await tab.go('/notes/8');
    await tab.go('/notes');
    await act(async () => resolve());
    await screen.findByText('Notes of one');
    expect(happened).toEqual(['mounted', 'unmounted']);
    expect(await failures(tab)).toEqual([]);
  });

  it('one that comes late has the newest props', async () => {
    const { mountable } = words<PageProps>(({ params }) => `note ${params.id}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    const tab = await open({
      mount: async (...given) => {
        await promise;
        return mountable.mount(...given);
      },
    });
    await tab.go('/notes/8');
    await act(async () => resolve());
    await screen.findByText('note 8');
  });

  it('one that fails as it ends leaves the next page whole', async () => {
    const heard: unknown[] = [];
    const listener = (event: ErrorEvent) => {
      event.preventDefault();
      heard.push(event.error);
    };
    window.addEventListener('error', listener);
    const error = new TypeError('oh');
    const tab = await open({ mount: () => ({ unmount: () => fails(error) }) });
    await tab.go('/notes');
    await screen.findByText('Notes of one');
    window.removeEventListener('error', listener);
    expect(heard).toEqual([error]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('its plain links are links of the site, also in a shadow tree', async () => {
    const tab = await open({
      mount(element) {
        const link = document.createElement('a');
        link.href = '/notes?q=a';
        link.textContent = 'All';
        const host = document.createElement('section');
        host.attachShadow({ mode: 'open' }).append(link);
        element.append(host);
        return { unmount() {} };
      },
    });
    const link = document.querySelector('section')?.shadowRoot?.firstElementChild;
    await act(async () => link?.dispatchEvent(click({ ctrlKey: true })));
    expect(tab.router.state.location.pathname).toBe('/notes/7');
    await act(async () => link?.dispatchEvent(click()));
    await screen.findByText('Notes of one');
    expect(tab.router.state.location.search).toBe('?q=a');
  });

  it('is left when its build is recalled', async () => {
    const { mountable, happened } = words<PageProps>(() => 'Note of two');
    const tab = await open(mountable);
    await screen.findByText('Note of two');
    await tab.news(2, [buildTwo]);
    await tab.answer(revision(2, buildOne));
    await screen.findByText('Note of one');
    expect(happened.at(-1)).toBe('unmounted');
  });
});

const click = (more: MouseEventInit = {}) =>
  new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, ...more });

describe('a mounted widget', () => {
  function Page() {
    const [text, setText] = useState('hello');
    return (
      <>
        <button type="button" onClick={() => setText('good day')}>
          Greet
        </button>
        <Remote app="mfe-note" expose="./note" props={{ words: text }} fallback={<p>No note</p>} />
      </>
    );
  }
  /** A page of one app that shows the widget of another, as React draws and as it is mounted. */
  function open(widget: Mountable<{ words: string }>) {
    const notes = revision(1, buildOne, ['/more']);
    const [note] = notes.remotes;
    if (note === undefined) throw new Error('no remote');
    const declaration = { ...note.declaration, exposes: ['./note'] };
    const pages = revision(1, buildTwo).remotes.map((remote) => ({
      ...remote,
      name: 'mfe-page',
      base: `/artifacts/mfe-page/${buildTwo}/`,
    }));
    return openTestTab({
      path: '/notes',
      release: { ...notes, remotes: [{ ...note, declaration }, ...pages] },
      builds: { [buildTwo]: { ...one, '/notes': { Component: Page } }, [buildOne]: {} },
      widgets: { [`${buildOne}/note`]: widget },
    });
  }

  it('stands in a page of React, with its props', async () => {
    const { mountable, happened } = words<{ words: string }>((props) => `Note: ${props.words}`);
    const tab = await open(mountable);
    const text = await screen.findByText('Note: hello');
    expect(text.closest('[data-part]')?.getAttribute('data-part')).toBe('mfe-note');
    fireEvent.click(screen.getByText('Greet'));
    expect(screen.getByText('Note: good day')).toBe(text);
    await tab.go('/notes/7');
    expect(happened).toEqual(['mounted', 'updated', 'unmounted']);
  });

  it('that fails is its fallback, and the page stands', async () => {
    const tab = await open({ mount: () => fails() });
    await screen.findByText('No note');
    expect(screen.getByText('Greet')).toBeDefined();
    expect(await failures(tab)).toEqual([{ app: 'mfe-note', build: buildOne, kind: 'render' }]);
  });
});
