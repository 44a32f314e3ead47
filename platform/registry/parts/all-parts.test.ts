import { rm } from 'node:fs/promises';
import { testPlace } from '@tallystick/store/test-place.testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Change } from '../src/contract/channel.ts';
import { openRegistry, type RegistryPlace } from '../src/open.ts';
import { buildOf, done, manager, publish } from '../src/registry.testing.ts';
import type { Registry } from '../src/registry.ts';
import { allParts } from './all-parts.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const reason = 'because of this test';
let place: RegistryPlace;
beforeAll(async () => {
  place = await testPlace('tallystick-parts-');
});
afterAll(() => rm(place.DATA_DIR, { recursive: true }));

async function withRegistry(parts: ReturnType<typeof allParts>, use: (of: Registry) => unknown) {
  const opened = await openRegistry(place, undefined, { parts });
  if (!opened.ok) throw new Error(opened.problem);
  await use(opened.value);
  expect(await opened.value.audit.verify()).toMatchObject({ ok: true });
  await opened.value.close();
}

const promote = async (registry: Registry, expected: number, build: string) => {
  const change = { kind: 'promote', builds: { shell: build }, reason } as const;
  return done(await registry.channel('production').change(manager, expected, change));
};

it('can come to a registry that was begun without them, and be left out again', async () => {
  await withRegistry([], async (registry) => {
    for (const build of [one, two]) await publish(registry, 'shell', build, { kind: 'shell' });
    await promote(registry, 0, one);
    expect(registry.parts.calls).toEqual({});
    expect(await registry.channel('production').board()).toMatchObject({
      current: { builds: { shell: one } },
      ...{ tabs: 0, builds: [], errors: {} },
    });
  });
  await withRegistry(allParts(), async (registry) => {
    await promote(registry, 1, two);
    expect(Object.keys(registry.parts.calls)).toEqual(
      expect.arrayContaining(['webhook', 'errors', 'previewTicket', 'exchange']),
    );
    expect((await registry.channel('production').board()).builds).toMatchObject([
      { app: 'shell', build: two },
    ]);
  });
  await withRegistry([], async (registry) => {
    const apps = ['shell'];
    const back: Change = { kind: 'rollback', apps, to: {}, recall: true, reason };
    done(await registry.channel('production').change(manager, 2, back));
    expect(done(await registry.gc(manager, { dryRun: false })).deleted).toEqual([]);
  });
});
