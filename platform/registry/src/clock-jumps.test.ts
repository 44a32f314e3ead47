import { openStoreClock } from '@tallystick/store/clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildOf, done, manager, publish, testKey } from './registry.testing.ts';
import type { Registry } from './registry.ts';
import { registryOver } from './registry-over.ts';
import { never, type OpenedRegistry, testRegistries } from './store/test-registries.testing.ts';

const hour = 3_600_000;
const one = buildOf(1);

const openTestRegistry = testRegistries();
describe('a clock that is set back by six hours', () => {
  let opened: OpenedRegistry;
  let clock: Awaited<ReturnType<typeof openStoreClock>>;
  let registry: Registry;
  let wall: number;
  let elapsed: number;
  const pass = (milliseconds: number) => {
    wall += milliseconds;
    elapsed += milliseconds;
  };
  const open = async () => {
    const { store, files } = opened;
    clock = await openStoreClock(store.db, { wall: () => wall, elapsed: () => elapsed });
    const parts = { store: { ...store, close: clock.close }, files, key: testKey };
    registry = registryOver({ ...parts, now: clock.now, pace: never, watchPace: never });
  };
  beforeEach(async () => {
    [wall, elapsed] = [Date.UTC(2026, 10, 21), 0];
    // It has the machine's clock, and would forget what is of another time.
    opened = await openTestRegistry({ pace: never });
    await open();
  });
  afterEach(async () => {
    await registry.close();
    await opened.registry.close();
  });

  describe.each([
    ['while the registry runs', async () => {}],
    [
      'and a restart',
      async () => {
        await registry.close();
        await open();
      },
    ],
  ])('%s', (_how, happens) => {
    it('revives no token, and ends none', async () => {
      const scope = { kind: 'manager' } as const;
      const make = async (days: number) =>
        done(await registry.access.createToken(manager, { name: 'CI', scope, days })).secret;
      const [short, long] = [await make(1), await make(2)];
      pass(25 * hour);
      expect(await registry.access.authenticate(short)).toBeNull();
      wall -= 6 * hour;
      await happens();
      expect(await registry.access.authenticate(short)).toBeNull();
      expect(await registry.access.authenticate(long)).not.toBeNull();
      pass(23 * hour);
      expect(await registry.access.authenticate(long)).toBeNull();
    });

    it('leaves the history in order', async () => {
      await publish(registry, 'shell', one, { kind: 'shell' });
      const builds = { shell: one };
      const change = { kind: 'promote', builds, reason: 'first' } as const;
      done(await registry.channel('production').change(manager, 0, change));
      wall -= 6 * hour;
      await happens();
      pass(1_000);
      done(await registry.channel('production').lock(manager, 'shell', 'a freeze'));
      const [newest] = await registry.audit.entries({ limit: 1 });
      expect(newest?.at).toBe('2026-11-21T00:00:01.000Z');
    });
  });
});
