import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forceInto, openEve } from '../../src/audit/forcing.testing.ts';
import { openRegistry, type RegistryPlace } from '../../src/open.ts';
import { buildOf, done, manager, publish } from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { previews } from './previews.ts';

let place: RegistryPlace;
let eve: ReturnType<typeof openEve>;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const url = await copyDatabase();
  place = { DATA_DIR: await mkdtemp(join(tmpdir(), 'tallystick-forged-')), DATABASE_URL: url };
  eve = openEve(url);
});
afterEach(async () => {
  await closeAll();
  await eve.destroy();
  await rm(place.DATA_DIR, { recursive: true, force: true });
});

async function open(): Promise<Registry> {
  const result = await openRegistry(place, Date.now, { parts: [previews.with()] });
  if (!result.ok) throw new Error(result.problem);
  ends.push(result.value.close);
  return result.value;
}
async function closeAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
const makeToken = async (registry: Registry) =>
  done(
    await registry.access.createToken(manager, { name: 'CI', scope: { kind: 'manager' }, days: 9 }),
  );

it.each([
  ['the newest entry', false],
  ['one in the middle', true],
  ['its seal alone', true],
])('a preview does not come back once its end was taken out: %s', async (which, more) => {
  const registry = await open();
  await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
  const change = { kind: 'promote', builds: { shell: buildOf(1) }, reason: 'first' } as const;
  done(await registry.channel('production').change(manager, 0, change));
  const link = { app: 'shell', build: buildOf(1), channel: 'production', hours: 9, once: false };
  const { link: preview, secret } = done(await previews.of(registry).open(manager, link));
  done(await previews.of(registry).end(manager, preview.id));
  if (more) await makeToken(registry);
  await closeAll();
  const table = which === 'its seal alone' ? 'log_entry' : 'audit';
  await forceInto(eve, `delete from ${table} where sequence = 4`);
  const again = await open();
  expect(await again.parts.previewLinkOf({ secret })).toBeNull();
  // What is given afterwards is good.
  const { secret: good } = done(await previews.of(again).open(manager, link));
  expect(await again.parts.previewLinkOf({ secret: good })).not.toBeNull();
});
