// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTheme, theme } from '@tallystick/ui/theme';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const shown = () => document.documentElement.dataset.theme ?? 'system';

/** What another tab does, and what this one hears of it. */
function otherTab(key: string | null, value: string | null): void {
  if (key === null) localStorage.clear();
  else if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

beforeAll(() => startTheme());
afterEach(() => otherTab(null, null));

describe('the theme', () => {
  it("is the system's until somebody chooses, and again when they choose that", () => {
    expect([theme.current(), shown()]).toEqual(['system', 'system']);
    theme.choose('dark');
    expect([theme.current(), shown()]).toEqual(['dark', 'dark']);
    theme.choose('light');
    expect([theme.current(), shown()]).toEqual(['light', 'light']);
    theme.choose('system');
    expect([theme.current(), shown()]).toEqual(['system', 'system']);
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it.each(['purple', '', '{"theme":"dark"}', 'DARK'])('is no stored nonsense: %j', (stored) => {
    otherTab('theme', stored);
    expect([theme.current(), shown()]).toEqual(['system', 'system']);
  });

  it('follows what another tab chooses', () => {
    otherTab('theme', 'dark');
    expect(shown()).toBe('dark');
    otherTab('auth', '{}');
    otherTab(null, null);
    expect(shown()).toBe('system');
  });
});

describe('the script that runs before anything is painted', () => {
  const script = new Function(
    'addEventListener',
    'setTimeout',
    readFileSync(join(import.meta.dirname, '../../../platform/shell-kit/public/first.js'), 'utf8'),
  );
  let page = new AbortController();
  /** Runs it; it listens, and looks again after a while, as long as its page is there. */
  const first = () =>
    script(
      (type: string, listener: (event: Event) => void, capture = false) =>
        addEventListener(type, listener, { capture, signal: page.signal }),
      (look: () => void, milliseconds: number) => {
        const timer = setTimeout(look, milliseconds);
        page.signal.addEventListener('abort', () => clearTimeout(timer));
      },
    );
  afterEach(() => {
    page.abort();
    page = new AbortController();
  });

  beforeEach(() => {
    delete document.documentElement.dataset.theme;
    document.body.innerHTML = '<div id="root"></div><div id="not-loaded" hidden>Sorry</div>';
  });

  const notice = () => document.getElementById('not-loaded')?.hidden === false;

  it.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['purple', 'system'],
  ])('shows a stored %s as %s', (stored, painted) => {
    localStorage.setItem('theme', stored);
    first();
    expect(shown()).toBe(painted);
  });

  it('shows the words when a script of the page does not arrive', () => {
    first();
    const script = document.createElement('script');
    script.defer = true;
    document.head.append(script);
    expect(notice()).toBe(false);
    script.dispatchEvent(new Event('error'));
    expect(notice()).toBe(true);
  });

  it('shows them when the shell throws before it has shown anything', () => {
    first();
    dispatchEvent(new ErrorEvent('error', { message: 'no configuration' }));
    expect(notice()).toBe(true);
  });

  it("leaves a remote's script, an image and a running shell's errors to the shell", () => {
    first();
    const script = document.createElement('script');
    const image = document.createElement('img');
    document.body.append(script, image);
    script.dispatchEvent(new Event('error'));
    image.dispatchEvent(new Event('error'));
    document.getElementById('root')?.append('page', document.createElement('main'));
    dispatchEvent(new ErrorEvent('error', { message: 'later' }));
    expect(notice()).toBe(false);
  });

  describe('where the page was rendered', () => {
    beforeEach(() => {
      document.head.innerHTML =
        '<link rel="stylesheet" href="/shell.css"><link rel="stylesheet" href="/page.css" data-page>';
      document.body.innerHTML =
        '<div id="root" data-rendered="a@1"><p>rows</p></div><p id="still-loading" hidden>Wait</p><p id="not-loaded" hidden>Sorry</p>';
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
      document.head.innerHTML = '';
    });
    const root = () => document.getElementById('root')?.outerHTML;
    const link = (href: string) => document.head.querySelector(`[href="${href}"]`);

    it('it is left to the browser if a style of its own fails, and the shell begins as ever', () => {
      first();
      link('/page.css')?.dispatchEvent(new Event('error'));
      expect(root()).toBe('<div id="root"></div>');
      expect([link('/page.css'), notice()]).toEqual([null, false]);
    });

    it('so it is as soon as all of it has come, where the style fails before', () => {
      const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
      first();
      link('/page.css')?.dispatchEvent(new Event('error'));
      expect(root()).toContain('rows');
      state.mockReturnValue('interactive');
      document.dispatchEvent(new Event('readystatechange'));
      expect(root()).toBe('<div id="root"></div>');
    });

    it('so it is if one does not come', () => {
      vi.useFakeTimers();
      link('/shell.css')?.remove();
      first();
      vi.advanceTimersByTime(4_100);
      expect(root()).toBe('<div id="root"></div>');
      expect(document.getElementById('still-loading')?.hidden).toBe(false);
    });

    it('it stays with words where the shell does not arrive, and without as soon as it has shown something', () => {
      document.body.insertAdjacentHTML('afterbegin', '<p id="as-it-came" hidden>Stays</p>');
      const stays = () => document.getElementById('as-it-came')?.hidden === false;
      first();
      dispatchEvent(new ErrorEvent('error', { message: 'no configuration' }));
      expect([stays(), notice(), root()]).toEqual([true, false, expect.stringContaining('rows')]);
      document.documentElement.dataset.shown = '';
      dispatchEvent(new ErrorEvent('error', { message: 'later' }));
      expect(stays()).toBe(false);
      delete document.documentElement.dataset.shown;
    });

    const button = '<button type="button">Filters</button>';
    const part = (build: string, content: string) =>
      `<div data-part="mfe-a" data-build="${build}">${content}</div>`;
    it.each([
      ['one that is the same', part('1', button), ['Filters']],
      ['none of two', part('1', button + button), []],
      ['none that says another thing', part('1', button.replace('>', ' aria-pressed="true">')), []],
      ['none of another build', part('2', button), []],
    ])(
      'of what was pressed in it, and is drawn anew, %s is pressed',
      async (_which, drawn, expected) => {
        const root = document.getElementById('root');
        if (root === null) throw new Error('no root');
        root.innerHTML = part('1', button);
        first();
        root.querySelector('button')?.click();
        const heard: (string | null)[] = [];
        root.addEventListener('click', ({ target }) => {
          if (target instanceof Element) heard.push(target.textContent);
        });
        delete root.dataset.rendered;
        root.innerHTML = drawn;
        document.documentElement.dataset.shown = '';
        await new Promise((next) => setTimeout(next));
        delete document.documentElement.dataset.shown;
        expect(heard).toEqual(expected);
      },
    );

    it.each([
      ['its text', 'b', {}, ['/tx/1']],
      ['its text with a key that opens a tab', 'b', { ctrlKey: true }, []],
      ['another link in it', 'a[href="/user/ada"]', {}, ['/user/ada']],
      ['a button in it', 'button', {}, []],
    ])('a row is opened by %s as its link does', (_by, where, keys, expected) => {
      const root = document.getElementById('root');
      if (root === null) throw new Error('no root');
      root.innerHTML =
        '<table><tr><td><a href="/tx/1" data-opens-row></a><b>id</b><a href="/user/ada">Ada</a><button type="button">Copy</button></td></tr></table>';
      first();
      const followed: (string | null)[] = [];
      root.addEventListener('click', (click) => {
        click.preventDefault();
        if (click.target instanceof HTMLAnchorElement) {
          followed.push(click.target.getAttribute('href'));
        }
      });
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys });
      root.querySelector(where)?.dispatchEvent(click);
      expect(followed).toEqual(expected);
    });

    it('it is not seen without the shell’s styles, and words say so', () => {
      vi.useFakeTimers();
      link('/page.css')?.remove();
      first();
      vi.advanceTimersByTime(4_100);
      expect(root()).toContain('hidden');
      expect(document.getElementById('still-loading')?.hidden).toBe(false);
    });
  });

  describe('while a style of the page does not come', () => {
    beforeEach(() => {
      vi.useFakeTimers();
      document.head.innerHTML = '<link rel="stylesheet" href="/never.css">';
      document.body.innerHTML =
        '<div id="root"></div><p id="still-loading" hidden>Wait</p><p id="not-loaded" hidden>Sorry</p>';
    });
    afterEach(() => {
      vi.useRealTimers();
      document.head.innerHTML = '';
    });

    const seen = () =>
      [...document.querySelectorAll<HTMLElement>('body > *:not([hidden])')].map(({ id }) => id);
    const sheet = () => document.head.querySelector('link') ?? document.createElement('link');

    it('it holds up nothing any more, and words are shown', () => {
      first();
      vi.advanceTimersByTime(3_900);
      expect([sheet().media, ...seen()]).toEqual(['', 'root']);
      vi.advanceTimersByTime(200);
      expect([sheet().media, ...seen()]).toEqual(['print', 'still-loading']);
      vi.advanceTimersByTime(16_000);
      expect(seen()).toEqual(['not-loaded']);
    });

    it('what the shell has filled in meanwhile is shown when it comes', () => {
      first();
      vi.advanceTimersByTime(4_100);
      document.getElementById('root')?.append(document.createElement('main'));
      expect(seen()).toEqual(['still-loading']);
      sheet().dispatchEvent(new Event('load'));
      expect(sheet().media).toBe('all');
      // The words give way to it by the styles that have come.
      expect(seen()).toEqual(['root', 'still-loading']);
    });
  });
});
