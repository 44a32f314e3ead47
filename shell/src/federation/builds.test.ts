import { beforeEach, describe, expect, it, vi } from 'vitest';
import { kindOf } from '../ladder/kind-of.ts';
import { noteRelease } from '../routing/note-release.testing.ts';
import { createBuilds, type LoadListener } from './builds.ts';
import { LoadFailure } from './load-failure.ts';
import { createRunning } from './running.ts';

const one = noteRelease('1.0.0-aaaaaaaaaaaa', [{ path: '/notes', page: 'Notes' }]);
const two = noteRelease('1.1.0-bbbbbbbbbbbb', [{ path: '/notes', page: 'Notes' }]);
const routes = { '/notes': { Component: () => null } };

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

/** Builds whose modules come when the test says so. */
function open() {
  const asked: string[] = [];
  const arrivals: PromiseWithResolvers<unknown>[] = [];
  const running = createRunning();
  const listener: LoadListener = {
    loaded: running.loaded,
    failed: (app, build, error, at) => {
      running.failed(app, build, kindOf(error, at));
      return false;
    },
  };
  const builds = createBuilds(({ build }) => {
    asked.push(build);
    const arrival = Promise.withResolvers<unknown>();
    arrivals.push(arrival);
    return arrival.promise;
  }, listener);
  return { builds, running, asked, arrivals };
}

describe('the builds of a page', () => {
  it('are loaded once each, however often they are asked for', async () => {
    const { builds, running, asked, arrivals } = open();
    const first = builds.load(one);
    const again = builds.load(one);
    arrivals[0]?.resolve({ routes, build: one.build });
    expect(await first).toEqual({ ok: true, remote: { routes, build: one.build } });
    expect(await again).toEqual(await first);
    expect(await builds.load(one)).toEqual(await first);
    expect(asked).toEqual([one.build]);
    expect(running.take().loads).toEqual([
      { app: 'mfe-note', build: one.build, took: expect.any(Number) },
    ]);
  });

  it('of one remote are kept side by side', async () => {
    const { builds, arrivals } = open();
    const loads = [builds.load(one), builds.load(two)];
    arrivals[1]?.resolve({ routes, build: two.build });
    arrivals[0]?.resolve({ routes, build: one.build });
    await Promise.all(loads);
    expect(builds.loaded(one)?.build).toBe(one.build);
    expect(builds.loaded(two)?.build).toBe(two.build);
  });

  it('are asked for again after a failure, which is told', async () => {
    const { builds, running, asked, arrivals } = open();
    const failed = builds.load(one);
    arrivals[0]?.reject(new Error('gone'));
    expect(await failed).toMatchObject({ ok: false, code: 'unavailable' });
    const second = builds.load(one);
    arrivals[1]?.resolve({ routes, build: one.build });
    expect(await second).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
    expect(running.take()).toMatchObject({
      loads: [{ app: 'mfe-note', build: one.build }],
      failures: [{ app: 'mfe-note', build: one.build, kind: 'unavailable' }],
    });
  });

  it.each([
    ['a file past its time', new LoadFailure('slow', 'late'), 'slow'],
    ['a file that is missing', new LoadFailure('unavailable', 'gone'), 'unavailable'],
    ['code that throws', new LoadFailure('incomplete', 'no', new TypeError('oh')), 'incomplete'],
    ['a singleton that does not fit', new LoadFailure('misfit', 'no'), 'misfit'],
    [
      'a chunk of it that is missing',
      new LoadFailure('incomplete', 'no', Object.assign(new Error(), { name: 'ChunkLoadError' })),
      'unavailable',
    ],
    ['a release that lacks a hash', new Error('not part of this release'), 'unavailable'],
  ])('fail by %s, and it is told how', async (_what, error, kind) => {
    const { builds, running, arrivals } = open();
    const load = builds.load(one);
    arrivals[0]?.reject(error);
    expect(await load).toMatchObject({ ok: false });
    expect(running.take().failures).toEqual([{ app: 'mfe-note', build: one.build, kind }]);
  });

  it.each([
    ['what lacks a page', { routes: {}, build: one.build }],
    ['the code of another build', { routes, build: two.build }],
    ['nothing', undefined],
  ])('are not %s', async (_what, module) => {
    const { builds, arrivals } = open();
    const load = builds.load(one);
    arrivals[0]?.resolve(module);
    expect(await load).toMatchObject({ ok: false, code: 'incomplete' });
    expect(builds.loaded(one)).toBeNull();
  });
});
