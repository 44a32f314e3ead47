import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../src/contract/channel.ts';
import { buildOf, done, manager, publish, testKey } from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { registryOver } from '../../src/registry-over.ts';
import {
  never,
  type OpenedRegistry,
  testRegistries,
} from '../../src/store/test-registries.testing.ts';
import { health } from './health.ts';
import { outlookOf } from './ramps.ts';
import { onlyCounting } from './settings.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const reason = 'because of this test';
const minute = 60_000;
const rule = { ...onlyCounting, mode: 'act' } as const;

describe('the outlook of a ramp', () => {
  const climbing = {
    rule: { margin: 0.02, chance: 0.0001 },
    ...{ ours: { browsers: 50, failed: 1 }, against: { browsers: 1_000, failed: 20 } },
    ...{ since: 0, at: 10 * minute, paused: false },
  };
  const needs = { time: 10 * minute, browsers: 50 };

  it.each([
    [{ state: 'ready', proven: false }, {}],
    [{ state: 'paused' }, { paused: true }],
    [{ state: 'early', until: '1970-01-01T00:10:00.000Z' }, { at: 10 * minute - 1 }],
    [{ state: 'few', browsers: 49, needed: 50 }, { ours: { browsers: 49, failed: 0 } }],
    [{ state: 'doubt', high: expect.any(Number) }, { ours: { browsers: 50, failed: 2 } }],
    [
      { state: 'ready', proven: true },
      { ours: { browsers: 9_000, failed: 190 }, against: { browsers: 9_000, failed: 180 } },
    ],
  ])('is %o', (outlook, given) => {
    expect(outlookOf({ ...climbing, ...given }, needs)).toEqual(outlook);
  });
});

describe('the registry', () => {
  const openTestRegistry = testRegistries();
  let opened: OpenedRegistry;
  let registry: Registry;
  let now = Date.UTC(2026, 10, 21);
  let tabs = 0;
  let channel = '';
  beforeAll(async () => {
    opened = await openTestRegistry({ now: () => now, parts: [health.with({ rule })] });
    registry = opened.registry;
    await publish(registry, 'shell', one, { kind: 'shell' });
    for (const app of ['mfe-a', 'mfe-b']) {
      for (const build of [one, two]) await publish(registry, app, build);
    }
  });
  afterAll(() => registry.close());
  beforeEach(async () => {
    channel = `c${now % 1_000_003}`;
    now += 180 * minute;
    const builds = { shell: one, 'mfe-a': one, 'mfe-b': one };
    await change({ kind: 'promote', builds, reason });
  });

  async function change(what: Change) {
    now += 1_000;
    const { revision = 0 } = (await registry.channel(channel).current()) ?? {};
    return done(await registry.channel(channel).change(manager, revision, what));
  }
  const ramp = (...apps: string[]) =>
    change({
      ...{ kind: 'canary', percent: 10, steps: [50, 100], reason },
      builds: Object.fromEntries(apps.map((app) => [app, two])),
    });
  /** What browsers of networks of their own say of a build: how many had it, in how many it failed. */
  function hear(app: string, build: string, browsers: number, failed = 0): void {
    for (let n = 0; n < browsers; n += 1) {
      tabs += 1;
      const served = { app, builds: new Set([`${app}@${build}`]) };
      const reporter = {
        browser: `b${tabs}`,
        network: `n${tabs}`,
        bucket: 0,
        fresh: false,
        sampled: true,
      };
      registry.reports.take(
        {
          tab: `00000000-0000-4000-8000-${String(tabs).padStart(12, '0')}`,
          ...{ sequence: 1, channel, revision: 1, running: {}, leaving: false },
          loads: [{ app, build, took: 100 }],
          failures: n < failed ? [{ app, build, kind: 'render' }] : [],
        },
        { ...reporter, served },
      );
    }
  }
  async function judgeAfter(minutes: number) {
    now += minutes * minute;
    await health.of(registry).judge();
    const board = await registry.channel(channel).board();
    if (board.current === null) throw new Error('nothing is released');
    return { ...board.current, ramps: board.ramps };
  }

  it('takes a good canary to everybody, a share at a time, and can go back then', async () => {
    await ramp('mfe-a');
    hear('mfe-a', one, 200, 4);
    hear('mfe-a', two, 60, 1);
    expect(await judgeAfter(9)).toMatchObject({
      canaries: { 'mfe-a': { percent: 10 } },
      ramps: { 'mfe-a': { state: 'early' } },
    });
    expect(await judgeAfter(1)).toMatchObject({
      ...{ kind: 'canary', by: 'the registry' },
      canaries: { 'mfe-a': { percent: 50, ramp: { steps: [100] } } },
      reason: 'mfe-a 0000000 failed in 1 of 60 browsers, the live 0000000 in 4 of 200',
    });
    hear('mfe-a', one, 100);
    hear('mfe-a', two, 100);
    expect(await judgeAfter(10)).toMatchObject({
      ...{ kind: 'promote', builds: { 'mfe-a': two }, canaries: {} },
    });
    hear('mfe-a', two, 60, 50);
    expect(await judgeAfter(1)).toMatchObject({ kind: 'recall', builds: { 'mfe-a': one } });
  });

  it('waits for browsers, and where it fails more often', async () => {
    await ramp('mfe-a');
    hear('mfe-a', one, 100, 2);
    hear('mfe-a', two, 40);
    const few = { 'mfe-a': { state: 'few', browsers: 40, needed: 50 } };
    expect(await judgeAfter(10)).toMatchObject({ revision: 2, ramps: few });
    hear('mfe-a', one, 100, 2);
    hear('mfe-a', two, 60, 3);
    expect(await judgeAfter(0)).toMatchObject({
      ...{ revision: 2, ramps: { 'mfe-a': { state: 'doubt' } } },
    });
  });

  it('goes back where it fails for certain, as with every canary', async () => {
    await ramp('mfe-a');
    hear('mfe-a', one, 100);
    hear('mfe-a', two, 60, 30);
    expect(await judgeAfter(1)).toMatchObject({ kind: 'hold', canaries: {} });
  });

  it('waits with all that came together, for a lock and for who paused it', async () => {
    await ramp('mfe-a', 'mfe-b');
    for (const app of ['mfe-a', 'mfe-b']) hear(app, one, 100);
    hear('mfe-a', two, 60);
    expect(await judgeAfter(10)).toMatchObject({ revision: 2 });
    hear('mfe-b', two, 60);
    done(await registry.channel(channel).lock(manager, 'mfe-b', reason));
    expect(await judgeAfter(0)).toMatchObject({ revision: 2 });
    done(await registry.channel(channel).unlock(manager, 'mfe-b', reason));
    await change({ kind: 'ramp', apps: ['mfe-a', 'mfe-b'], order: 'pause', reason });
    for (const app of ['mfe-a', 'mfe-b']) {
      hear(app, one, 100);
      hear(app, two, 60);
    }
    expect(await judgeAfter(10)).toMatchObject({
      ...{ revision: 3, ramps: { 'mfe-b': { state: 'paused', by: 'Ann', reason } } },
    });
    await change({ kind: 'ramp', apps: ['mfe-a', 'mfe-b'], order: 'resume', reason });
    for (const app of ['mfe-a', 'mfe-b']) {
      hear(app, one, 100);
      hear(app, two, 60);
    }
    expect((await judgeAfter(10)).canaries).toMatchObject({
      ...{ 'mfe-a': { percent: 50 }, 'mfe-b': { percent: 50 } },
    });
  });

  it('makes one step where two servers judge, and is in history as it was', async () => {
    await ramp('mfe-a');
    hear('mfe-a', one, 100);
    hear('mfe-a', two, 60);
    now += 10 * minute;
    await registry.channel(channel).board();
    const { store, files } = opened;
    const other = registryOver({
      ...{ store: { ...store, close: async () => {} }, files, key: testKey, now: () => now },
      ...{ parts: [health.with({ rule })], watchPace: never },
    });
    await Promise.all([health.of(registry).judge(), health.of(other).judge()]);
    expect(await other.channel(channel).current()).toMatchObject({
      ...{ revision: 3, canaries: { 'mfe-a': { percent: 50 } } },
    });
    expect(await other.audit.verify()).toMatchObject({ ok: true });
    await other.close();
  });
});
