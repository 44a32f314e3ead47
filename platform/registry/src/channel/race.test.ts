import { afterAll, describe, expect, it } from 'vitest';
import { buildOf, manager, publish, publisherOf, testKey } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { registryOver } from '../registry-over.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const publishers = 20;
const rounds = Number(process.env.REGISTRY_ROUNDS ?? 1);
const apps = Array.from({ length: publishers }, (_, n) => `mfe-${n}`);
const builds = [1, 2].map(buildOf);

/**
 * Promotes as a command of an earlier version does: for the newest revision that it knows. If that has `moved`, it
 * tries again for the newer one, unless its own app has moved meanwhile. Answers how often it was refused.
 */
async function promote(registry: Registry, app: string, build: string): Promise<number> {
  let current = await registry.channel('production').current();
  const live = current?.builds[app];
  for (let refused = 0; ; refused += 1) {
    const result = await registry
      .channel('production')
      .change(publisherOf(app), current?.revision ?? 0, {
        kind: 'promote',
        builds: { [app]: build },
        reason: `${app} to ${build}`,
      });
    if (result.ok) return refused;
    if (result.code !== 'moved') throw new Error(result.problem);
    current = await registry.channel('production').current();
    if (current?.builds[app] !== live) throw new Error(`${app} was moved by somebody else`);
  }
}

const openTestRegistry = testRegistries();
describe(`${publishers} publishers at once`, () => {
  const others: Registry[] = [];
  afterAll(() => Promise.all(others.map((registry) => registry.close())));

  it(`promote different apps, ${rounds} rounds, and none is lost`, async () => {
    const { registry, store, files } = await openTestRegistry();
    // Stands for a second process over the same database.
    const beside = { ...store, close: async () => {} };
    const second = registryOver({ store: beside, files, key: testKey });
    others.push(second);
    await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
    for (const app of apps) for (const build of builds) await publish(registry, app, build);
    const start = { shell: buildOf(1) };
    await registry.channel('production').change(manager, 0, {
      kind: 'promote',
      builds: start,
      reason: 'the start',
    });

    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      const build = builds[round % 2] ?? '';
      const all = apps.map((app, n) => promote(n % 2 === 0 ? registry : second, app, build));
      for (const one of await Promise.all(all)) refused += one;
    }

    const { revisions } = await registry.channel('production').history({ limit: 100_000 });
    const promoted = revisions.slice(0, -1).map(({ moves, by, reason }) => {
      const [move, ...more] = moves;
      expect(more).toEqual([]);
      expect(by).toBe(`${move?.app} team`);
      return reason;
    });
    const expected = Array.from({ length: rounds }, (_, round) =>
      apps.map((app) => `${app} to ${builds[round % 2]}`),
    ).flat();
    expect(promoted.sort()).toEqual(expected.sort());
    expect(revisions.map(({ revision }) => revision)).toEqual(
      Array.from({ length: expected.length + 1 }, (_, n) => expected.length + 1 - n),
    );
    expect(refused).toBeGreaterThan(0);
    expect(await registry.audit.verify()).toMatchObject({
      ok: true,
      revisions: expected.length + 1,
    });
    if (process.env.REGISTRY_ROUNDS) {
      console.log(`${expected.length} promotions, ${refused} lost races retried`);
    }
  });
});
