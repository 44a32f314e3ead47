import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forceInto, openEve } from '../../src/audit/forcing.testing.ts';
import { openRegistry, type RegistryPlace } from '../../src/open.ts';
import { done, manager } from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { openTestIssuer } from './issuer.testing.ts';
import { trust } from './trust.ts';

let place: RegistryPlace;
let eve: ReturnType<typeof openEve>;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  // A busy machine may take longer than an issuer may.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const url = await copyDatabase();
  place = { DATA_DIR: await mkdtemp(join(tmpdir(), 'tallystick-forged-')), DATABASE_URL: url };
  eve = openEve(url);
});
afterEach(async () => {
  await closeAll();
  await eve.destroy();
  await rm(place.DATA_DIR, { recursive: true, force: true });
  vi.restoreAllMocks();
});

async function open(): Promise<Registry> {
  const result = await openRegistry(place, Date.now, { parts: [trust.with()] });
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
])('a trust does not come back once its end was taken out: %s', async (which, more) => {
  const issuer = await openTestIssuer();
  const registry = await open();
  const wanted = {
    app: 'shell',
    issuer: issuer.url,
    claims: { sub: 'r' },
    may: 'promote',
  } as const;
  const { id } = done(await trust.of(registry).add(manager, wanted)).trust;
  done(await trust.of(registry).withdraw(manager, id));
  if (more) await makeToken(registry);
  await closeAll();
  ends.push(issuer.close);
  const table = which === 'its seal alone' ? 'log_entry' : 'audit';
  await forceInto(eve, `delete from ${table} where sequence = 2`);
  const again = trust.of(await open());
  expect(await again.list(manager)).toEqual([]);
  const iat = Math.floor(Date.now() / 1_000);
  const idToken = await issuer.sign({ sub: 'r', aud: 'https://a.example', iat, exp: iat + 60 });
  const refused = await again.exchange(idToken, { audiences: ['https://a.example'] });
  expect(refused).toMatchObject({ code: 'forbidden' });
  // What is given afterwards is good.
  done(await again.add(manager, wanted));
  expect(await again.list(manager)).toHaveLength(1);
});
