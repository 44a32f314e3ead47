// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { retryFiles } from './retry-files.ts';

const file = '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/late';

// Other files of this thread have the same window.
beforeAll(retryFiles);
beforeEach(() => {
  document.head.replaceChildren();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An element as a bundler's runtime puts it into the page, and what the runtime hears of it. */
function ask<Kind extends 'script' | 'link'>(kind: Kind, attributes: Record<string, string>) {
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const heard: string[] = [];
  element.onload = () => heard.push('load');
  element.onerror = () => heard.push('error');
  document.head.append(element);
  return { element, heard };
}
const script = () => ask('script', { src: `${file}.js`, integrity: 'sha384-x', crossorigin: '' });
const style = () => ask('link', { rel: 'stylesheet', href: `${file}.css`, integrity: 'sha384-x' });

const tell = (element: Element | null | undefined, type: 'load' | 'error') =>
  element?.dispatchEvent(new Event(type));
/** The further try that is under way. */
const tryBeside = (element: Element) => element.nextElementSibling;

it('asks again for a script, and who asked hears of the one that came', async () => {
  const { element, heard } = script();
  tell(element, 'error');
  await vi.advanceTimersByTimeAsync(0);
  const again = tryBeside(element);
  expect(again?.outerHTML).toBe(element.outerHTML);
  tell(again, 'load');
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['load']);
  expect(again?.isConnected).toBe(false);
});

it('leaves the stylesheet that came in place of the one that did not', async () => {
  const { element, heard } = style();
  tell(element, 'error');
  await vi.advanceTimersByTimeAsync(0);
  tell(tryBeside(element), 'load');
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['load']);
  expect([...document.head.children].map(({ outerHTML }) => outerHTML)).toEqual([
    element.outerHTML,
  ]);
  expect(element.isConnected).toBe(false);
});

it('passes a failure on, once, when two further tries have failed', async () => {
  const { element, heard } = script();
  tell(element, 'error');
  await vi.advanceTimersByTimeAsync(0);
  tell(tryBeside(element), 'error');
  await vi.advanceTimersByTimeAsync(999);
  expect(tryBeside(element)).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual([]);
  tell(tryBeside(element), 'error');
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(['error']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(document.head.children).toHaveLength(1);
});

it('stops when who asked has stopped waiting', async () => {
  const { element, heard } = script();
  tell(element, 'error');
  element.remove();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(document.head.children).toHaveLength(0);
  expect(heard).toEqual([]);
});

it('passes failures on at once that it cannot mend', () => {
  const others = [
    ask('link', { rel: 'preload', as: 'script', href: `${file}.js` }),
    ask('script', { src: '/first.js' }),
    ask('link', { rel: 'icon', href: `${file}.svg` }),
  ];
  for (const { element } of others) tell(element, 'error');
  expect(others.map(({ heard }) => heard)).toEqual([['error'], ['error'], ['error']]);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { element, heard } = script();
  tell(element, 'error');
  expect(heard).toEqual(['error']);
});
