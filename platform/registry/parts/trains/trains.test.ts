import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../src/contract/channel.ts';
import type { Actor } from '../../src/contract/tokens.ts';
import {
  buildOf,
  done,
  manager,
  publish,
  publisherOf,
  testKey,
} from '../../src/registry.testing.ts';
import type { Registry } from '../../src/registry.ts';
import { registryOver } from '../../src/registry-over.ts';
import {
  never,
  type OpenedRegistry,
  testRegistries,
} from '../../src/store/test-registries.testing.ts';
import { trains } from './trains.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const reason = 'the spring release';
const start = Date.parse('2026-12-01T00:00:00.000Z');
const nine = '2026-12-02T09:00:00.000Z';

const openTestRegistry = testRegistries();
describe('a train', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  let now = start;
  let made = 0;
  let channel = '';
  beforeAll(async () => {
    const parts = [trains.with({ departs: false })];
    opened = await openTestRegistry({ now: () => now, parts });
    registry = opened.registry;
    await publish(registry, 'shell', one, { kind: 'shell' });
    for (const app of ['mfe-a', 'mfe-b']) {
      for (const build of [one, two]) await publish(registry, app, build);
    }
  });
  afterAll(() => registry.close());
  beforeEach(async () => {
    now = start;
    made += 1;
    channel = `c${made}`;
    const builds = { shell: one, 'mfe-a': one, 'mfe-b': one };
    await change({ kind: 'promote', builds, reason });
  });

  async function change(what: Change) {
    const { revision = 0 } = (await registry.channel(channel).current()) ?? {};
    return done(await registry.channel(channel).change(manager, revision, what));
  }
  const both = { 'mfe-a': two, 'mfe-b': two };
  const plan = (builds: Record<string, string | null> = both, at = nine, actor: Actor = manager) =>
    trains.of(registry).plan(actor, channel, { builds, at, reason });
  const departAt = async (at: string) => {
    now = Date.parse(at);
    await trains.of(registry).depart();
    return await registry.channel(channel).current();
  };
  const states = async () => (await trains.of(registry).list(channel)).map(({ state }) => state);

  it('leaves at its time, as one revision by who planned it', async () => {
    const { id } = done(await plan());
    expect(await trains.of(registry).list(channel)).toMatchObject([
      { id, builds: { 'mfe-a': two, 'mfe-b': two }, at: nine, by: 'Ann', state: 'planned' },
    ]);
    expect(await departAt('2026-12-02T08:59:59.000Z')).toMatchObject({ revision: 1 });
    expect(await departAt(nine)).toMatchObject({
      ...{ revision: 2, builds: { 'mfe-a': two, 'mfe-b': two }, by: 'Ann' },
      reason: `the spring release (train ${id})`,
    });
    expect(await departAt(nine)).toMatchObject({ revision: 2 });
    expect(await trains.of(registry).list(channel)).toMatchObject([{ state: 'left', revision: 2 }]);
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('leaves once where two servers let it, and does not come again once it is undone', async () => {
    done(await plan());
    now = Date.parse(nine);
    const { store, files } = opened;
    const other = registryOver({
      ...{ store: { ...store, close: async () => {} }, files, key: testKey, now: () => now },
      ...{ parts: [trains.with({ departs: false })], watchPace: never },
    });
    await Promise.all([trains.of(registry).depart(), trains.of(other).depart()]);
    expect(await states()).toEqual(['left']);
    await change({ kind: 'undo', revision: 2, recall: false, reason });
    await trains.of(other).depart();
    expect(await other.channel(channel).current()).toMatchObject({ revision: 3 });
    await other.close();
  });

  it('does not leave over what somebody has moved since, nor an hour late', async () => {
    done(await plan());
    await change({ kind: 'promote', builds: { 'mfe-a': two }, reason });
    expect(await departAt(nine)).toMatchObject({ revision: 2 });
    expect(await trains.of(registry).list(channel)).toMatchObject([
      { state: 'refused', problem: expect.stringContaining('mfe-a was moved meanwhile') },
    ]);
    now = start;
    done(await plan({ 'mfe-b': two }));
    expect(await departAt('2026-12-02T10:00:01.000Z')).toMatchObject({ revision: 2 });
    expect(await states()).toEqual(['refused', 'refused']);
  });

  it('is planned in a freeze for after it, and not within', async () => {
    done(await registry.channel(channel).lock(manager, '*', reason, nine));
    expect(await plan(both, '2026-12-02T08:59:00.000Z')).toMatchObject({ code: 'locked' });
    done(await plan());
    expect(await departAt(nine)).toMatchObject({ revision: 2 });
  });

  it('is planned and cancelled by who may promote each of its apps', async () => {
    const team = publisherOf('mfe-a');
    expect(await plan(both, nine, team)).toMatchObject({ code: 'forbidden' });
    const { id } = done(await plan());
    const service = trains.of(registry);
    expect(await service.cancel(team, channel, id, reason)).toMatchObject({ code: 'forbidden' });
    expect(await service.cancel(manager, channel, id, 'not yet')).toMatchObject({
      value: { state: 'cancelled', problem: 'by Ann: not yet' },
    });
    expect(await service.cancel(manager, channel, id, reason)).toMatchObject({ code: 'unknown' });
    expect(await departAt(nine)).toMatchObject({ revision: 1 });
    expect(done(await plan({ 'mfe-a': two }, '2026-12-03T09:00:00.000Z', team))).toMatchObject({
      by: 'mfe-a team',
    });
  });

  it('does not leave once the token that planned it was revoked', async () => {
    const scope = { kind: 'manager' } as const;
    const { secret, token } = done(
      await registry.access.createToken(manager, { name: 'Bo', scope, days: 1 }),
    );
    const bo = await registry.access.authenticate(secret);
    if (bo === null) throw new Error('The token is not known.');
    done(await plan(both, nine, bo));
    done(await registry.access.revokeToken(manager, token.id));
    expect(await departAt(nine)).toMatchObject({ revision: 1 });
    expect(await states()).toEqual(['refused']);
  });

  it.each([
    ['invalid', both, '2026-11-30T00:00:00.000Z'],
    ['invalid', { 'mfe-a': one }, nine],
    ['unknown', { 'mfe-x': null }, nine],
  ])('is %s of %o at %s', async (code, builds, at) => {
    expect(await plan(builds, at)).toMatchObject({ ok: false, code });
  });
});
