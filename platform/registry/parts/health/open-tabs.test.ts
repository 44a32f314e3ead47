import { openStoreClock } from '@tallystick/store/clock';
import { expect, it, onTestFinished } from 'vitest';
import { buildOf, done, manager, publish, testKey } from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { registryOver } from '../../src/registry-over.ts';
import { never, testRegistries } from '../../src/store/test-registries.testing.ts';
import { health } from './health.ts';

const hour = 3_600_000;
const day = 24 * hour;
const one = buildOf(1);
const parts = [health.with({})];
const openTestRegistry = testRegistries();

function reportTab(registry: Registry, running: Record<string, string>): void {
  registry.reports.take({
    tab: '00000000-0000-4000-8000-000000000001',
    ...{ sequence: 1, channel: 'production', revision: 1, running },
    ...{ loads: [], failures: [], leaving: false },
  });
}

it('keeps a build that ran in a tab within a day', async () => {
  let now = Date.UTC(2026, 10, 21);
  const { registry } = await openTestRegistry({ now: () => now, parts });
  const keptFor = async () =>
    done(await registry.gc(manager, { dryRun: true })).kept.find(({ build }) => build === one)?.why;
  await publish(registry, 'mfe-a', one);
  now += 2 * day;
  reportTab(registry, { 'mfe-a': one });
  expect(await keptFor()).toBe('recent-tab');
  now += day - 60_000;
  expect(await keptFor()).toBe('recent-tab');
  now += 60_000;
  expect(await keptFor()).toBeUndefined();
});

it.each([
  ['while the registry runs', false],
  ['and a restart', true],
])(
  'forgets a tab after two and a half minutes, not after hours, where a clock is set back by six hours %s',
  async (_how, restarts) => {
    let [wall, elapsed] = [Date.UTC(2026, 10, 21), 0];
    // It has the machine's clock, and would forget what is of another time.
    const { store, files } = await openTestRegistry({ pace: never });
    const open = async () => {
      const clock = await openStoreClock(store.db, { wall: () => wall, elapsed: () => elapsed });
      const kept = { store: { ...store, close: clock.close }, files, key: testKey, parts };
      return registryOver({ ...kept, now: clock.now, pace: never, watchPace: never });
    };
    let registry = await open();
    onTestFinished(() => registry.close());
    await publish(registry, 'shell', one, { kind: 'shell' });
    const change = { kind: 'promote', builds: { shell: one }, reason: 'first' } as const;
    done(await registry.channel('production').change(manager, 0, change));
    reportTab(registry, { shell: one });
    const tabs = async () => (await registry.channel('production').board()).tabs;
    expect(await tabs()).toBe(1);
    wall -= 6 * hour;
    if (restarts) {
      await registry.close();
      registry = await open();
    }
    expect(await tabs()).toBe(1);
    wall += 150_001;
    elapsed += 150_001;
    expect(await tabs()).toBe(0);
  },
);
