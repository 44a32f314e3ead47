import type { Vitals } from '@tallystick/contract/release-news';
import { beforeAll, expect, it } from 'vitest';
import { buildOf, done, manager, publish, testKey } from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { registryOver } from '../../src/registry-over.ts';
import type { Reporter } from '../../src/reports/reporter.ts';
import { never, testRegistries } from '../../src/store/test-registries.testing.ts';
import { bucketOf, noTimes, quantileOf, sumOf, withTime } from './contract/histogram.ts';
import type { RangeName } from './contract/timeline.ts';
import { timeline } from './timeline.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const parts = [timeline.with({ environment: { HEALTH_PER_NETWORK: 2, HEALTH_SAMPLE: 50 } })];
const openTestRegistry = testRegistries();
const start = Date.UTC(2026, 10, 21, 12);
let registry: Registry;
let other: Registry;
let now = start;
let tabs = 0;

beforeAll(async () => {
  const open = { parts, now: () => now, pace: never, expiryPace: never };
  const first = await openTestRegistry(open);
  registry = first.registry;
  const store = { ...first.store, close: async () => {} };
  other = registryOver({ ...open, watchPace: never, store, files: first.files, key: testKey });
  await publish(registry, 'shell', one, { kind: 'shell' });
  for (const build of [one, two]) await publish(registry, 'mfe-a', build);
  const change = (builds: Record<string, string>, reason: string) =>
    ({ kind: 'promote', builds, reason }) as const;
  const channel = registry.channel('production');
  done(await channel.change(manager, 0, change({ shell: one, 'mfe-a': one }, 'the first')));
  done(await channel.change(manager, 1, change({ 'mfe-a': two }, 'new columns')));
  return () => other.close();
});

interface Said extends Partial<Reporter> {
  build?: string;
  failed?: 'render' | 'event';
  vitals?: Vitals;
}

function say(to: Registry, { build = two, failed, vitals, ...reporter }: Said = {}): void {
  tabs += 1;
  to.reports.take(
    {
      tab: `00000000-0000-4000-8000-${String(tabs).padStart(12, '0')}`,
      ...{ sequence: 1, channel: 'production', revision: 2, leaving: false, vitals },
      running: { shell: one, 'mfe-a': build },
      loads: ['shell', 'mfe-a'].map((app) => ({ app, build: app === 'shell' ? one : build })),
      failures: failed === undefined ? [] : [{ app: 'mfe-a', build, kind: failed }],
    },
    {
      ...{ browser: `b${tabs}`, network: `n${tabs}`, bucket: 0, fresh: false, sampled: true },
      served: { app: 'mfe-a', builds: new Set([`shell@${one}`, `mfe-a@${build}`]) },
      ...reporter,
    },
  );
}

/** What both servers have heard. */
async function read(range: RangeName, app?: string) {
  await other.channel('production').board();
  const { all, builds, ...more } = await timeline
    .of(registry)
    .read({ channel: 'production', app, range });
  const plain = (counts: typeof all) =>
    counts.map(({ bucket, loads, failures }) => ({ bucket, loads, failures }));
  return {
    ...more,
    all: plain(all),
    builds: builds.map((of) => ({ ...of, counts: plain(of.counts) })),
  };
}

it('counts loads and failures of the site and of each build, of all servers, in buckets of three lengths', async () => {
  say(registry);
  say(other, { failed: 'render' });
  await read('hour');
  now = start + 61_000;
  say(registry, { build: one });
  say(registry, { failed: 'event' });
  const site = await read('hour');
  expect(site).toMatchObject({ from: '2026-11-21T11:02:00.000Z', step: 60_000, buckets: 60 });
  // Half of the browsers are counted.
  expect(site.all).toEqual([
    { bucket: 58, loads: 4, failures: 2 },
    { bucket: 59, loads: 4, failures: 0 },
  ]);
  expect(site.builds).toEqual([
    { app: 'mfe-a', build: two, counts: [{ bucket: 58, loads: 4, failures: 2 }] },
  ]);
  expect((await read('day', 'mfe-a')).builds).toEqual([
    { app: 'mfe-a', build: one, counts: [{ bucket: 143, loads: 2, failures: 0 }] },
    { app: 'mfe-a', build: two, counts: [{ bucket: 143, loads: 6, failures: 2 }] },
  ]);
  expect((await read('month', 'shell')).all).toEqual([{ bucket: 179, loads: 8, failures: 0 }]);
});

it('marks the revisions, of an app those that moved it', async () => {
  const { marks } = await read('day', 'shell');
  expect(marks).toMatchObject([{ revision: 1, by: 'Ann', kind: 'promote', reason: 'the first' }]);
  expect((await read('day')).marks.map(({ revision }) => revision)).toEqual([2, 1]);
});

it('counts a browser once a minute, and few of one network; none that the site did not serve', async () => {
  now = start + 300_000;
  for (let n = 0; n < 3; n += 1) say(registry, { browser: 'again', network: 'again' });
  for (let n = 0; n < 5; n += 1) say(registry, { network: 'crowd', failed: 'render' });
  say(registry, { served: null });
  say(registry, { sampled: false });
  say(registry, { served: { app: 'mfe-a', builds: new Set() } });
  const { all } = await read('hour', 'mfe-a');
  expect(all.at(-1)).toEqual({ bucket: 59, loads: 6, failures: 4 });
});

it('tells how pages did by the site, the shell and the build that they are of', async () => {
  now = start + 600_000;
  say(registry, { vitals: { lcp: 2_500, inp: 40 } });
  say(registry, { vitals: { lcp: 2_500 } });
  await read('hour');
  const newest = async (app?: string) => {
    const { all } = await timeline.of(other).read({ channel: 'production', app, range: 'hour' });
    const { lcp = noTimes, inp = noTimes } = all.at(-1) ?? {};
    return [quantileOf(lcp, 0.75), quantileOf(inp, 0.75), lcp.reduce((sum, n) => sum + n, 0)];
  };
  for (const app of [undefined, 'shell', 'mfe-a'])
    expect(await newest(app)).toEqual([2_580, 40, 2]);
});

it('forgets each bucket when its range has passed it', async () => {
  now = start + 2 * 3_600_000;
  await registry.channel('production').board();
  expect((await read('hour', 'mfe-a')).all).toEqual([]);
  expect((await read('day', 'mfe-a')).all).not.toEqual([]);
});

it('adds times up, and tells a quantile of them to about a tenth', () => {
  expect([0, 8, 2_500, 60_000].map(bucketOf)).toEqual([0, 0, 25, 31]);
  const some = [100, 200, 2_500, 2_500].reduce(withTime, noTimes);
  expect(quantileOf(some, 0.5)).toBe(203);
  expect(quantileOf(sumOf([some, some]), 0.75)).toBe(2_580);
  expect(quantileOf(noTimes, 0.75)).toBeNull();
});
