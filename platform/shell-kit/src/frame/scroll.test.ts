// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

const timing = { type: 'navigate' };

/** The key of the entry in which the site is opened or loaded again. */
async function load(type: 'navigate' | 'reload' | 'back_forward') {
  timing.type = type;
  vi.resetModules();
  const { scrollKey } = await import('./scroll.ts');
  return scrollKey({ key: 'default' });
}

beforeEach(() => {
  sessionStorage.clear();
  Object.defineProperty(performance, 'getEntriesByType', {
    value: () => [timing],
    configurable: true,
  });
});

it('is another for each time that the site is opened in a tab', async () => {
  expect(await load('navigate')).not.toBe(await load('navigate'));
});

it('stays through a reload and where one comes back', async () => {
  const opened = await load('navigate');
  expect(await load('reload')).toBe(opened);
  expect(await load('back_forward')).toBe(opened);
});

it('is the router’s own where it has one', async () => {
  await load('navigate');
  const { scrollKey } = await import('./scroll.ts');
  expect(scrollKey({ key: 'abc' })).toBe('abc');
});
