import { createManualClock } from '@tallystick/timing/manual-clock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createReleases } from '../release/releases.ts';
import { noteRelease } from '../routing/note-release.testing.ts';
import { createBuilds } from './builds.ts';
import { LoadFailure } from './load-failure.ts';

const one = noteRelease('1.0.0-aaaaaaaaaaaa', [{ path: '/notes', page: 'Notes' }]);
const two = noteRelease('1.1.0-bbbbbbbbbbbb', [{ path: '/notes', page: 'Notes' }]);
const routes = { '/notes': { Component: () => null } };
const chunkError = Object.assign(new Error(), { name: 'ChunkLoadError' });
const safariError = new TypeError('Importing a module script failed.');

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

/** Builds whose modules come when the test says so. */
function open() {
  const asked: string[] = [];
  const arrivals: PromiseWithResolvers<unknown>[] = [];
  const release = createReleases({
    shell: '1.0.0-000000000000',
    release: {
      channel: 'production',
      revision: 1,
      shell: { name: 'shell', build: '1.0.0-000000000000' },
      remotes: [one],
    },
    reloadedFor: null,
    broken: [],
    endedIn: null,
    load: async () => {},
    clock: createManualClock().clock,
  });
  const happened = () => release.state().happened;
  const builds = createBuilds(({ build }) => {
    asked.push(build);
    const arrival = Promise.withResolvers<unknown>();
    arrivals.push(arrival);
    return arrival.promise;
  }, release);
  return { builds, happened, asked, arrivals };
}

describe('the builds of a page', () => {
  it('are loaded once each, however often they are asked for', async () => {
    const { builds, happened, asked, arrivals } = open();
    const first = builds.load(one);
    const again = builds.load(one);
    arrivals[0]?.resolve({ routes, build: one.build });
    expect(await first).toEqual({ ok: true, value: { routes, build: one.build } });
    expect(await again).toEqual(await first);
    expect(await builds.load(one)).toEqual(await first);
    expect(asked).toEqual([one.build]);
    expect(happened().loads).toEqual([
      { app: 'mfe-note', build: one.build, took: expect.any(Number) },
    ]);
  });

  it('of one remote are kept side by side', async () => {
    const { builds, arrivals } = open();
    const loads = [builds.load(one), builds.load(two)];
    arrivals[1]?.resolve({ routes, build: two.build });
    arrivals[0]?.resolve({ routes, build: one.build });
    expect(await Promise.all(loads)).toEqual(
      [one, two].map(({ build }) => ({ ok: true, value: { routes, build } })),
    );
  });

  it('are asked for again after a failure, which is told', async () => {
    const { builds, happened, asked, arrivals } = open();
    const failed = builds.load(one);
    arrivals[0]?.reject(new Error('gone'));
    expect(await failed).toMatchObject({ ok: false });
    const second = builds.load(one);
    arrivals[1]?.resolve({ routes, build: one.build });
    expect(await second).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
    expect(happened()).toMatchObject({
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
      new LoadFailure('incomplete', 'no', chunkError),
      'unavailable',
    ],
    ['a release that lacks a hash', new Error('not part of this release'), 'unavailable'],
  ])('fail by %s, and it is told how', async (_what, error, kind) => {
    const { builds, happened, arrivals } = open();
    const load = builds.load(one);
    arrivals[0]?.reject(error);
    expect(await load).toMatchObject({ ok: false });
    expect(happened().failures).toEqual([{ app: 'mfe-note', build: one.build, kind }]);
  });

  it.each([
    ['missing', new LoadFailure('unavailable', 'gone')],
    ['late', new LoadFailure('slow', 'late')],
    ['missing behind its entry', new LoadFailure('incomplete', 'no', chunkError)],
    ['missing behind its entry in Safari', new LoadFailure('incomplete', 'no', safariError)],
  ])('are not blamed for a file that is %s', async (_what, error) => {
    const { builds, happened, arrivals } = open();
    const load = builds.load(one);
    arrivals[0]?.reject(error);
    await load;
    expect(happened()).toMatchObject({
      failures: [{ kind: expect.stringMatching(/unavailable|slow/) }],
      errors: [],
    });
  });

  const build = { app: one.name, build: one.build };
  const thrown = Object.assign(new TypeError('load is broken'), {
    stack: `TypeError: load is broken\n at https://site.example/artifacts/mfe-note/${one.build}/routes.js:1:23`,
  });
  it.each([
    [
      'code that throws as it begins, and where',
      () => Promise.reject(new LoadFailure('incomplete', 'it does not begin', thrown)),
      {
        name: 'TypeError',
        message: 'load is broken',
        frames: [`mfe-note/${one.build}/routes.js:1:23`],
      },
    ],
    [
      'a singleton that does not fit',
      () => Promise.reject(new LoadFailure('misfit', 'needs another react', new Error('#RUNTIME'))),
      { name: 'LoadFailure', message: 'needs another react', frames: [] },
    ],
    [
      'a page that it declares and has not',
      async () => ({ routes: { '/note': routes['/notes'] }, build: one.build }),
      {
        name: 'LoadFailure',
        message: 'mfe-note has no page for /notes, which it declares',
        frames: [],
      },
    ],
  ])('have their team told of %s', async (_what, bring, error) => {
    const { builds, happened, arrivals } = open();
    const load = builds.load(one);
    arrivals[0]?.resolve(bring());
    expect(await load).toMatchObject({ ok: false });
    expect(happened().errors).toEqual([{ ...build, ...error }]);
  });

  it.each([
    ['what lacks a page', { routes: {}, build: one.build }],
    ['the code of another build', { routes, build: two.build }],
    ['nothing', undefined],
  ])('are not %s', async (_what, module) => {
    const { builds, arrivals } = open();
    const load = builds.load(one);
    arrivals[0]?.resolve(module);
    expect(await load).toMatchObject({ ok: false, error: { code: 'incomplete' } });
    expect(await builds.settled({ app: one.name, build: one.build })).toBe(false);
  });
});
