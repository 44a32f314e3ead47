// @vitest-environment jsdom
import { createManualClock } from '@tallystick/timing/manual-clock';
import { beforeEach, expect, it, vi } from 'vitest';
import { createBuilds } from '../federation/builds.ts';
import { noteRelease } from '../routing/note-release.testing.ts';
import { build, releaseDocument } from './release-document.testing.ts';
import { createReleases } from './releases.ts';

const part = { app: 'mfe-a', build: 'one' };

/** The module as the next page of this tab has it. */
async function nextPage() {
  vi.resetModules();
  return import('./starting.ts');
}

beforeEach(() => sessionStorage.clear());

it('tells the next page what was starting when a page hung', async () => {
  (await nextPage()).markStarting(part);
  expect((await nextPage()).readBroken()).toEqual({ before: [], now: part });
});

it('tells the next page nothing of a page that went', async () => {
  const page = await nextPage();
  page.markStarting(part);
  page.endMarks();
  // What still runs while the browser leaves.
  page.markStarting(part);
  expect((await nextPage()).readBroken().now).toBeNull();
});

it('marks again when the page is shown again', async () => {
  const page = await nextPage();
  page.endMarks();
  dispatchEvent(new Event('pageshow'));
  page.markStarting(part);
  expect((await nextPage()).readBroken().now).toEqual(part);
});

it('keeps the mark of a build that the next page shall begin without', async () => {
  const page = await nextPage();
  expect(page.startWithout(part)).toBe(true);
  page.endMarks();
  expect((await nextPage()).readBroken()).toEqual({ before: [], now: part });
});

it('marks a build whose code is on its way, unless another one begins in the page', async () => {
  const { clock, advance } = createManualClock();
  const release = createReleases({
    shell: 's',
    release: releaseDocument(1),
    load: async () => {},
    clock,
  });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const builds = createBuilds(() => promise, release);
  const load = builds.load(noteRelease('one', []));
  const mark = () => sessionStorage.getItem('tallystick-starting');
  expect(mark()).toBe('mfe-note@one');
  release.dispatch({ type: 'mounted', build: build('ledger', 'a') });
  expect(mark()).toBe('ledger@a');
  advance(3_000);
  expect(mark()).toBe('mfe-note@one');
  resolve({ routes: {}, build: 'one' });
  await load;
  expect(mark()).toBe('');
});
