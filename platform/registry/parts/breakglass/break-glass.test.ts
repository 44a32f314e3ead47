import { expect, it } from 'vitest';
import { done, manager } from '../../src/registry.testing.ts';
import { testRegistries } from '../../src/store/test-registries.testing.ts';
import { breakGlass } from './break-glass.ts';

const openTestRegistry = testRegistries();

it('tells everybody of each use of a break-glass token, once a minute, for a day', async () => {
  const start = Date.UTC(2026, 11, 1, 3, 4);
  let now = start;
  const lines: string[] = [];
  const { registry, store } = await openTestRegistry({
    ...{ parts: [breakGlass.with()], now: () => now, log: (line: string) => lines.push(line) },
  });
  const { access, audit } = registry;
  const wanted = { scope: { kind: 'manager' }, days: 1 } as const;
  const usual = done(await access.createToken(manager, { ...wanted, name: 'usual' }));
  const made = { ...wanted, name: 'fire', breakGlass: true } as const;
  const fire = done(await access.createToken(manager, made));
  await access.authenticate(usual.secret);
  const line = 'The break-glass token "fire" was used at 03:04 UTC on 2026-12-01.';
  const board = async () =>
    (await registry.channel('production').board()).shouts?.map(({ text }) => text) ?? [];
  expect(await board()).toEqual([]);

  expect(await access.authenticate(fire.secret)).toMatchObject({ name: 'fire', breakGlass: true });
  await access.authenticate(fire.secret);
  await expect.poll(board).toEqual([line]);
  expect(lines).toEqual([line]);
  const used = async () =>
    (await audit.entries({ limit: 50 })).filter(({ action }) => action === 'break-glass');
  expect(await used()).toMatchObject([{ by: 'fire' }]);
  const notices = await store.db.selectFrom('notice').select('body').execute();
  expect(notices.map(({ body }) => body)).toMatchObject([{ kind: 'break-glass', text: line }]);
  expect(await registry.figures()).toMatchObject({ shouts: 1 });

  now += 60_000;
  await access.authenticate(fire.secret);
  await expect.poll(async () => (await used()).length).toBe(2);
  now += 24 * 3_600_000;
  expect(await board()).toEqual([]);
});
