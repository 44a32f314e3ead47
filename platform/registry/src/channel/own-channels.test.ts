import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Change } from '../contract/channel.ts';
import type { Actor, Scope } from '../contract/tokens.ts';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const reason = 'because of this test';

const openTestRegistry = testRegistries();
let registry: Registry;
beforeAll(async () => {
  ({ registry } = await openTestRegistry());
  await publish(registry, 'shell', one, { kind: 'shell' });
  for (const build of [one, two]) await publish(registry, 'mfe-a', build);
  const builds = { shell: one, 'mfe-a': one };
  for (const name of ['staging', 'production']) {
    done(await registry.channel(name).change(manager, 0, { kind: 'promote', builds, reason }));
  }
});
afterAll(() => registry.close());

const channels = ['staging'];
const bound: Record<string, Scope> = {
  manager: { kind: 'manager', channels },
  publisher: { kind: 'publisher', app: 'mfe-a', channels },
};
const ship: Change = { kind: 'promote', builds: { 'mfe-a': two }, reason };

async function actorOf(role: string): Promise<Actor> {
  const scope = bound[role] ?? { kind: 'manager' as const };
  const { secret } = done(
    await registry.access.createToken(manager, { name: role, scope, days: 1 }),
  );
  const actor = await registry.access.authenticate(secret);
  if (actor === null) throw new Error('The token is not known.');
  return actor;
}

it.each(['manager', 'publisher'])('a %s of staging changes nothing in production', async (role) => {
  const actor = await actorOf(role);
  const { channel } = registry;
  expect(await channel('staging').preview(actor, ship)).toMatchObject({ ok: true });
  const refused = {
    ...{ ok: false, code: 'forbidden' },
    problem: `"${role}" is for staging alone, not for production`,
  };
  const there = channel('production');
  expect(await there.preview(actor, ship)).toEqual(refused);
  expect(await there.change(actor, 1, ship)).toEqual(refused);
  const request = { change: ship, dryRun: false } as const;
  expect(await there.request(actor, request)).toEqual(refused);
  expect(await there.lock(actor, 'mfe-a', reason)).toEqual(refused);
  expect(await there.unlock(actor, 'mfe-a', reason)).toEqual(refused);
});

it('a manager of staging does there what managers do, and nothing that is of no channel', async () => {
  const actor = await actorOf('manager');
  expect(await registry.channel('staging').lock(actor, 'mfe-a', reason)).toMatchObject({
    ok: true,
  });
  expect(await registry.channel('staging').unlock(actor, 'mfe-a', reason)).toMatchObject({
    ok: true,
  });
  const forbidden = { ok: false, code: 'forbidden' };
  const scope = { kind: 'manager' } as const;
  const token = { name: 'more', scope, days: 1 };
  expect(await registry.access.createToken(actor, token)).toMatchObject(forbidden);
  expect(await registry.access.tokens(actor)).toMatchObject(forbidden);
  expect(await registry.gc(actor, { dryRun: true })).toMatchObject(forbidden);
});
