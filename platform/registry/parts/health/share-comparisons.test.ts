import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NamedChange } from '../../src/contract/change-request.ts';
import { buildOf, done, manager, publish } from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { testRegistries } from '../../src/store/test-registries.testing.ts';
import { health } from './health.ts';
import { onlyCounting } from './settings.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const reason = 'because of this test';
const app = 'mfe-a';
const settings = { newList: { type: 'boolean', default: false } };
const openTestRegistry = testRegistries();
let registry: Registry;
let now = Date.UTC(2026, 10, 21);
let tabs = 0;
let channel = '';

beforeAll(async () => {
  const parts = [health.with({ rule: onlyCounting })];
  ({ registry } = await openTestRegistry({ now: () => now, parts }));
  await publish(registry, 'shell', one, { kind: 'shell' });
  for (const build of [one, two]) await publish(registry, app, build, { settings });
});
afterAll(() => registry.close());
beforeEach(async () => {
  channel = `c${now % 1_000_003}`;
  now += 3 * 3_600_000;
  await ask({ kind: 'promote', builds: { shell: one, [app]: one }, reason });
});

async function ask(change: NamedChange): Promise<void> {
  now += 1_000;
  done(await registry.channel(channel).request(manager, { change, dryRun: false }));
}
const share = (percent: number) =>
  ask({ kind: 'configure', app, set: { newList: true }, percent, now: false, reason });

/** What browsers say of a build, each of a network of its own, in buckets from `bucket` on. */
function hear(build: string, bucket: number, [browsers, failed]: [number, number]): void {
  for (let n = 0; n < browsers; n += 1) {
    tabs += 1;
    registry.reports.take(
      {
        tab: `00000000-0000-4000-8000-${String(tabs).padStart(12, '0')}`,
        ...{ sequence: 1, channel, revision: 1, running: {}, leaving: false },
        loads: [{ app, build, took: 100 }],
        failures: n < failed ? [{ app, build, kind: 'render' }] : [],
      },
      {
        ...{ browser: `b${tabs}`, network: `n${tabs}`, bucket: bucket + n },
        ...{ fresh: false, sampled: true, served: { app, builds: new Set([`${app}@${build}`]) } },
      },
    );
  }
}
const compared = async () => (await registry.channel(channel).board()).shareComparisons;

it('holds browsers with the settings of a share beside the others, by their buckets', async () => {
  hear(one, 0, [50, 40]);
  await registry.channel(channel).board();
  now += 60_000;
  await share(10);
  now += 1_000;
  hear(one, 940, [60, 30]);
  hear(one, 1_000, [200, 2]);
  const [found] = (await compared()) ?? [];
  expect(found).toMatchObject({
    ...{ app, build: one, percent: 10, revision: 2 },
    ...{ share: { browsers: 60, failed: 30 }, others: { browsers: 200, failed: 2 } },
  });
  expect(found?.low).toBeGreaterThan(0.2);
});

it('shows no difference where both fail alike, and says nothing before both were heard', async () => {
  await share(10);
  hear(one, 0, [60, 2]);
  expect(await compared()).toEqual([]);
  hear(one, 5_000, [60, 2]);
  const [found] = (await compared()) ?? [];
  expect(found?.low).toBeLessThan(0);
  expect(found?.high).toBeGreaterThan(0);
});

it('compares with the live build alone: a canary goes to the same browsers', async () => {
  await share(20);
  await ask({ kind: 'canary', builds: { [app]: two }, percent: 10, reason });
  hear(two, 0, [60, 30]);
  hear(one, 1_000, [60, 0]);
  hear(one, 5_000, [60, 0]);
  expect(await compared()).toMatchObject([
    { build: one, revision: null, share: { browsers: 60, failed: 0 }, others: { failed: 0 } },
  ]);
});
