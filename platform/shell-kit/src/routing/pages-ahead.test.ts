import { expect, it, vi } from 'vitest';
import type { RemoteContent } from './page.ts';
import { createPagesAhead } from './pages-ahead.ts';

const [Component, Routes] = [() => null, () => null];
const page = (data: string): RemoteContent => ({
  build: '1.0.0-aaaaaaaaaaaa',
  Routes,
  routes: [{ path: '/notes', module: { Component }, data }],
});

function open() {
  vi.useFakeTimers();
  const ahead = createPagesAhead();
  const signals: AbortSignal[] = [];
  const begin = (key: string, loaded: Promise<RemoteContent> = Promise.resolve(page(key))) =>
    ahead.begin(key, (signal) => {
      signals.push(signal);
      return loaded;
    });
  return { ahead, signals, begin };
}

it('loads a page once, and gives it to one navigation, also before it has come', async () => {
  const { ahead, signals, begin } = open();
  void begin('one');
  void begin('one');
  expect(await ahead.take('one')).toEqual(page('one'));
  expect(ahead.take('one')).toBeNull();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

it('keeps four pages, for five seconds each, and gives up what it drops', async () => {
  const { ahead, signals, begin } = open();
  for (const key of ['one', 'two', 'three', 'four', 'five']) await begin(key);
  expect(ahead.take('one')).toBeNull();
  vi.advanceTimersByTime(5_000);
  expect(await ahead.take('two')).toEqual(page('two'));
  vi.advanceTimersByTime(1);
  expect(ahead.take('three')).toBeNull();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, true, true, true]);
});

it('has nothing after something was submitted', async () => {
  const { ahead, begin } = open();
  await begin('one');
  ahead.clear();
  expect(ahead.take('one')).toBeNull();
});

it('has nothing for the navigation where a part failed, or another page is to be opened', async () => {
  const { ahead, begin } = open();
  await begin('away', Promise.reject(new Error('away')));
  expect(await ahead.take('away')).toBeNull();
  const broken = { path: '/notes', module: { Component }, error: new Error('oh') };
  await begin('broken', Promise.resolve({ ...page('broken'), routes: [broken] }));
  expect(await ahead.take('broken')).toBeNull();
  await ahead.begin('moved', async () => ({ redirect: new Response() }));
  expect(await ahead.take('moved')).toBeNull();
});
