// @vitest-environment jsdom
import type * as ReactModule from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isPageJsx, isPageReact } from './page-react.ts';
import { createPlaces } from './places.ts';
import { joinReactRefresh } from './refresh-hook.ts';
import { workingReact } from './working-react.ts';

/** A machine may be busy with other tests. */
const patiently = { timeout: 60_000 };

// The stock React Refresh runtime beside a React that is built for production, as pages of a site have it.

type Type = ReactModule.FunctionComponent<Record<string, unknown>>;
interface RefreshRuntime {
  injectIntoGlobalHook(page: object): void;
  register(type: unknown, id: string): void;
  setSignature(type: unknown, key: string): void;
  performReactRefresh(): unknown;
}

async function openPage() {
  vi.resetModules();
  vi.stubEnv('NODE_ENV', 'development');
  // @ts-expect-error It has no types.
  const refresh: RefreshRuntime = (await import('react-refresh/runtime')).default;
  vi.stubEnv('NODE_ENV', 'production');
  const react = await import('react');
  const jsx = await import('react/jsx-runtime');
  const { createRoot } = await import('react-dom/client');
  const { flushSync } = await import('react-dom');
  if (!isPageReact(react) || !isPageJsx(jsx)) throw new Error('This is no React.');
  const [tell, reload] = [vi.fn(), vi.fn()];
  const places = createPlaces(react, tell, reload);
  const { placed, modules } = workingReact(react, jsx, places, () => false);
  const begun = joinReactRefresh(places);
  refresh.injectIntoGlobalHook(globalThis);
  begun();
  const working: typeof ReactModule = Object.assign({}, react, modules.react);
  const element = document.createElement('div');
  const root = createRoot(element, { onUncaughtError: () => {} });
  return {
    ...{ tell, reload },
    react: working,
    jsx: (type: Type) => modules['react/jsx-runtime'].jsx(type, {}),
    text: () => element.textContent,
    click: () => flushSync(() => element.querySelector('button')?.click()),
    show: (type: unknown) => {
      document.body.append(element);
      // As the page's own code draws what a remote exposes.
      flushSync(() => root.render(Reflect.apply(react.createElement, null, [placed(type)])));
    },
    /** What a bundler does with an edited file: it runs it, and tells React Refresh. */
    edit: (id: string, type: unknown, signature = 'same') => {
      refresh.setSignature(type, signature);
      refresh.register(type, id);
      refresh.performReactRefresh();
    },
  };
}

let page: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  Reflect.deleteProperty(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__');
  page = await openPage();
});

/** A counter whose words are of one version. */
function counter(words: string): Type {
  const { react } = page;
  return () => {
    const [count, setCount] = react.useState(0);
    const label = react.useMemo(() => `${words} ${count}`, [count]);
    return react.createElement('button', { onClick: () => setCount(count + 1) }, label);
  };
}

describe('a component in a page of a production React', () => {
  it('is replaced, its state kept, and what it memoizes made anew', async () => {
    page.edit('counter', counter('before'));
    const first = counter('first');
    page.edit('shown', first);
    page.show(first);
    page.click();
    page.click();
    expect(page.text()).toBe('first 2');
    page.edit('shown', counter('second'));
    await vi.waitFor(() => expect(page.text()).toBe('second 2'), patiently);
    page.edit('shown', counter('third'));
    await vi.waitFor(() => expect(page.text()).toBe('third 2'), patiently);
    page.click();
    expect(page.text()).toBe('third 3');
  });

  it('begins anew with other hooks than before', async () => {
    const first = counter('first');
    page.edit('shown', first);
    page.show(first);
    page.click();
    page.edit('shown', counter('second'), 'other hooks');
    await vi.waitFor(() => expect(page.text()).toBe('second 0'), patiently);
  });

  it('runs its effects anew when it is replaced, and not otherwise', async () => {
    const ran: string[] = [];
    const version = (words: string): Type => {
      const { react } = page;
      return () => {
        const [count, setCount] = react.useState(0);
        react.useLayoutEffect(() => {
          ran.push(words);
          return () => void ran.push(`${words} ended`);
        }, []);
        return react.createElement('button', { onClick: () => setCount(count + 1) }, words);
      };
    };
    const first = version('first');
    page.edit('shown', first);
    page.show(first);
    page.click();
    expect(ran).toEqual(['first']);
    page.edit('shown', version('second'));
    await vi.waitFor(() => expect(ran).toEqual(['first', 'first ended', 'second']), {
      timeout: 60_000,
    });
  });

  it.each(['memo', 'forwardRef'] as const)(
    'is replaced inside %s, its state kept',
    async (kind) => {
      const wrapped = (words: string) => Reflect.apply(page.react[kind], null, [counter(words)]);
      const first = wrapped('first');
      const child = (): Type => () => page.react.createElement(first);
      page.edit('child', first);
      page.show(child());
      page.click();
      page.edit('child', wrapped('second'));
      await vi.waitFor(() => expect(page.text()).toBe('second 1'), patiently);
    },
  );

  it('keeps its state when the one above it is replaced', async () => {
    const child = counter('child');
    page.edit('child', child);
    const above = (words: string): Type => {
      return () => page.react.createElement('p', null, words, page.jsx(child));
    };
    const first = above('first ');
    page.edit('above', first);
    page.show(first);
    page.click();
    page.edit('above', above('second '));
    await vi.waitFor(() => expect(page.text()).toBe('second child 1'), patiently);
  });

  it('has the page loaded anew when the version before it threw', () => {
    const broken: Type = () => {
      throw new Error('in the component');
    };
    const first = counter('first');
    page.edit('shown', first);
    page.show(first);
    page.edit('shown', counter('second'));
    expect(page.reload).not.toHaveBeenCalled();
    page.edit('shown', broken);
    return vi.waitFor(() => {
      expect(page.text()).toBe('');
      page.edit('shown', counter('third'));
      expect(page.reload).toHaveBeenCalledOnce();
    }, patiently);
  });

  it.each(['is drawn', 'runs its effects'])('tells of what it throws as it %s', (when) => {
    const { react, tell } = page;
    const fail = () => {
      throw new TypeError('no total');
    };
    const shown: Type = () => {
      if (when === 'is drawn') fail();
      react.useEffect(fail, []);
      return 'shown';
    };
    page.edit('shown', shown);
    page.show(shown);
    return vi.waitFor(
      () => expect(tell).toHaveBeenCalledWith(new TypeError('no total')),
      patiently,
    );
  });

  it('that is a class is replaced too, and begins anew', async () => {
    const { react } = page;
    const version = (words: string) =>
      class Shown extends react.Component {
        override render() {
          return words;
        }
      };
    const first = version('first');
    page.edit('shown', first);
    page.show(first);
    page.edit('shown', version('second'));
    await vi.waitFor(() => expect(page.text()).toBe('second'), patiently);
  });
});
