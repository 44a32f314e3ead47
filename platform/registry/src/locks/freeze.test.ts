import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Line } from '../channel/line.testing.ts';
import type { Change } from '../contract/channel.ts';
import { buildOf, done, manager, publish, publisherOf } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const reason = 'because of this test';
const hour = 3_600_000;
const until = '2026-11-21T12:00:00.000Z';

const openTestRegistry = testRegistries();
let registry: Registry;
let now = Date.parse('2026-11-21T00:00:00.000Z');
let channel = '';
let made = 0;
beforeAll(async () => {
  ({ registry } = await openTestRegistry({ now: () => now }));
  await publish(registry, 'shell', one, { kind: 'shell' });
  for (const build of [one, two]) await publish(registry, 'mfe-a', build);
});
afterAll(() => registry.close());
beforeEach(async () => {
  now = Date.parse('2026-11-21T00:00:00.000Z');
  made += 1;
  channel = `c${made}`;
  await change({ kind: 'promote', builds: { shell: one, 'mfe-a': one }, reason });
  await change({ kind: 'promote', builds: { 'mfe-a': two }, reason });
});

async function change(what: Change, actor = manager) {
  const { revision = 0 } = (await registry.channel(channel).current()) ?? {};
  return await registry.channel(channel).change(actor, revision, what);
}
const freeze = (end = until) => registry.channel(channel).lock(manager, '*', reason, end);
const ship: Change = { kind: 'promote', builds: { 'mfe-a': one }, reason };
const back: Change = { kind: 'rollback', apps: ['mfe-a'], to: {}, recall: true, reason };

describe('a frozen channel', () => {
  it('takes nothing new, also of a manager, and says by whom, why and until when', async () => {
    done(await freeze());
    expect(await change(ship)).toEqual({
      ...{ ok: false, code: 'locked' },
      problem: `${channel} is frozen by Ann until 2026-11-21 12:00 UTC: ${reason}`,
      cause: expect.objectContaining({ lock: expect.objectContaining({ app: '*', until }) }),
    });
    const hide: Change = { kind: 'slots', slot: 'mfe-a:side', hide: ['x:y'], show: [], reason };
    expect(await change(hide)).toMatchObject({ code: 'locked' });
    expect((await registry.channel(channel).board()).locks).toMatchObject([{ app: '*', until }]);
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('is gone back in by whoever may otherwise', async () => {
    done(await freeze());
    const undo: Change = { kind: 'undo', revision: 2, recall: false, reason };
    expect(await registry.channel(channel).preview(publisherOf('mfe-a'), undo)).toMatchObject({
      ok: true,
    });
    expect(await change(back, publisherOf('mfe-a'))).toMatchObject({ ok: true });
  });

  it('keeps the lock of an app as it is', async () => {
    done(await freeze());
    done(await registry.channel(channel).lock(manager, 'mfe-a', reason));
    expect(await change(back, publisherOf('mfe-a'))).toMatchObject({ code: 'locked' });
    done(await registry.channel(channel).unlock(manager, '*', reason));
    expect((await registry.channel(channel).board()).locks).toMatchObject([{ app: 'mfe-a' }]);
  });

  it('thaws by itself, or by a manager', async () => {
    done(await freeze());
    done(await registry.channel(channel).unlock(manager, '*', reason));
    expect(await registry.channel(channel).preview(manager, ship)).toMatchObject({ ok: true });
    done(await freeze());
    now += 12 * hour;
    expect((await registry.channel(channel).board()).locks).toEqual([]);
    expect(await change(ship)).toMatchObject({ ok: true });
    expect(await registry.channel(channel).unlock(manager, '*', reason)).toMatchObject({
      ...{ code: 'unknown', problem: `${channel} is not frozen` },
    });
  });

  it.each(['2026-11-21T00:00:00.000Z', '2028-01-01T00:00:00.000Z'])(
    'is none until %s',
    async (end) => expect(await freeze(end)).toMatchObject({ code: 'invalid' }),
  );

  it('is a manager’s to say', async () => {
    const asked = registry.channel(channel).lock(publisherOf('mfe-a'), '*', reason, until);
    expect(await asked).toMatchObject({ code: 'forbidden' });
  });
});

it('does not keep the registry from pausing a canary or going back', () => {
  const line = new Line();
  line.change({ kind: 'promote', builds: { a: one }, reason });
  line.change({ kind: 'promote', builds: { a: two }, reason });
  line.change({ kind: 'canary', builds: { a: buildOf(3) }, percent: 5, reason });
  line.locks = [
    { channel: 'x', app: '*', by: 'Bo', reason, at: until, until: '2027-01-01T00:00Z' },
  ];
  expect([line.actOn('a', 'hold'), line.actOn('a', 'recall')]).toEqual([true, true]);
});
