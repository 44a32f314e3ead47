import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '../contract/channel.ts';
import type { Actor } from '../contract/tokens.ts';
import { buildOf, done, manager, publish, publisherOf } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { testRegistries } from '../store/test-registries.testing.ts';

const [one, two, three] = [buildOf(1), buildOf(2), buildOf(3)];
const reason = 'because of this test';
const promote = (builds: Record<string, string>): Change => ({ kind: 'promote', builds, reason });
const rollback = (app: string, recall = false): Change => ({
  kind: 'rollback',
  apps: [app],
  to: {},
  recall,
  reason,
});

const openTestRegistry = testRegistries();
describe('a channel', () => {
  let registry: Registry;
  let channel = 'c';
  let number = 0;
  beforeAll(async () => {
    const now = () => Date.UTC(2026, 10, 21);
    registry = (await openTestRegistry({ now })).registry;
    const shared = (version: string) => [{ name: 'react', version }];
    const needs = [{ name: 'react', requiredVersion: '^19.0.0', singleton: true }];
    await publish(registry, 'shell', one, { kind: 'shell', shared: shared('19.3.1') });
    await publish(registry, 'shell', two, { kind: 'shell', shared: shared('20.0.0') });
    for (const build of [one, two, three]) await publish(registry, 'mfe-a', build);
    await publish(registry, 'mfe-b', one, { shared: needs });
    await publish(registry, 'mfe-b', three);
    await publish(registry, 'mfe-b', two, { paths: ['/mfe-b', '/mfe-a'] });
  });
  afterAll(() => registry.close());
  beforeEach(async () => {
    // A channel of its own for each test, with a first revision.
    number += 1;
    channel = `c${number}`;
    done(await change(0, promote({ shell: one, 'mfe-a': one, 'mfe-b': one })));
  });

  const change = (expected: number, what: Change, actor = manager) =>
    registry.channel(channel).change(actor, expected, what);

  it('has a revision for each change, which never changes', async () => {
    const first = await registry.channel(channel).current();
    expect(first).toEqual({
      channel,
      revision: 1,
      kind: 'promote',
      builds: { shell: one, 'mfe-a': one, 'mfe-b': one },
      canaries: {},
      fallbacks: {},
      recalled: [],
      moves: expect.arrayContaining([
        { app: 'mfe-a', from: null, to: one, canaryFrom: null, canaryTo: null },
      ]),
      at: '2026-11-21T00:00:00.000Z',
      by: 'Ann',
      reason,
    });
    const second = done(await change(1, promote({ 'mfe-a': two })));
    expect(second).toMatchObject({ revision: 2, builds: { 'mfe-a': two, 'mfe-b': one } });
    expect(await registry.channel(channel).current()).toEqual(second);
    expect(await registry.channel(channel).at(1)).toEqual(first);
    expect(await registry.channel(channel).at(3)).toBeNull();
    expect(await registry.channels()).toContain(channel);
    expect(await registry.channel('none').current()).toBeNull();
  });

  it('names what each remote falls back to', async () => {
    expect((await registry.channel(channel).current())?.fallbacks).toEqual({});
    expect(done(await change(1, promote({ 'mfe-a': two }))).fallbacks).toEqual({ 'mfe-a': one });
    expect(done(await change(2, promote({ 'mfe-b': three }))).fallbacks).toEqual({
      'mfe-a': one,
      'mfe-b': one,
    });
    expect(done(await change(3, rollback('mfe-b'))).fallbacks).toEqual({ 'mfe-a': one });
  });

  it('goes back from a promotion, a canary, a release set', async () => {
    done(await change(1, promote({ 'mfe-a': two })));
    done(await change(2, { kind: 'canary', builds: { 'mfe-a': three }, percent: 20, reason }));
    const beside = { canary: { build: three, percent: 20 }, paused: false };
    expect(await change(3, rollback('mfe-a'))).toMatchObject({
      ok: false,
      code: 'ambiguous',
      cause: { code: 'ambiguous', app: 'mfe-a', live: two, ...beside },
    });
    const abort: Change = { kind: 'abort', apps: ['mfe-a'], recall: false, reason };
    expect(done(await change(3, abort))).toMatchObject({
      builds: { 'mfe-a': two },
      canaries: {},
    });
    done(await change(4, rollback('mfe-a', true)));
    expect(await registry.channel(channel).current()).toMatchObject({
      kind: 'recall',
      builds: { 'mfe-a': one },
      recalled: [{ app: 'mfe-a', build: two }],
    });
    const undo: Change = { kind: 'undo', revision: 5, recall: false, reason };
    expect(done(await change(5, undo))).toMatchObject({ builds: { 'mfe-a': two }, recalled: [] });
    expect(done(await change(6, { kind: 'remove', apps: ['mfe-b'], reason })).builds).toEqual({
      shell: one,
      'mfe-a': two,
    });
  });

  it('is moved by whoever has seen its newest revision', async () => {
    done(await change(1, promote({ 'mfe-a': two })));
    for (const expected of [0, 1, 3]) {
      expect(await change(expected, promote({ 'mfe-a': three }))).toEqual({
        ok: false,
        code: 'moved',
        problem: `${channel} is at revision 2, not at ${expected}`,
      });
    }
    expect(await registry.channel(channel).current()).toMatchObject({ revision: 2 });
  });

  it.each<[string, Change, string, string]>([
    ['a build that is not there', promote({ 'mfe-a': buildOf(9) }), 'unknown', 'there is no build'],
    ['nothing', promote({ 'mfe-a': one }), 'invalid', 'this changes nothing'],
    ['a path of another app', promote({ 'mfe-b': two }), 'unfit', 'the path /mfe-a'],
    ['a shell of another time', promote({ shell: two }), 'unfit', 'needs react ^19.0.0'],
    ['no shell', { kind: 'remove', apps: ['shell'], reason }, 'unfit', 'no shell'],
    ['no build before', rollback('mfe-a'), 'unknown', 'no build of mfe-a to go back to'],
  ])('refuses %s', async (_what, what, code, problem) => {
    const before = await registry.audit.entries({ limit: 1 });
    const result = await change(1, what);
    expect(result).toMatchObject({ ok: false, code });
    expect(result.ok ? '' : result.problem).toContain(problem);
    expect(await registry.channel(channel).preview(manager, what)).toEqual(result);
    expect(await registry.channel(channel).current()).toMatchObject({ revision: 1 });
    expect(await registry.audit.entries({ limit: 1 })).toEqual(before);
  });

  it('is each team’s for its own app alone', async () => {
    const team = publisherOf('mfe-a');
    const forbidden = { ok: false, code: 'forbidden' };
    const both = { 'mfe-a': two, 'mfe-b': two };
    expect(await change(1, promote(both), team)).toMatchObject(forbidden);
    expect(done(await change(1, promote({ 'mfe-a': two }), team)).by).toBe('mfe-a team');
    done(await change(2, { kind: 'canary', builds: { 'mfe-a': three }, percent: 1, reason }, team));
    done(await change(3, { kind: 'abort', apps: ['mfe-a'], recall: true, reason }, team));
    const undo: Change = { kind: 'undo', revision: 1, recall: false, reason };
    expect(await change(4, undo, team)).toMatchObject(forbidden);
    const remove: Change = { kind: 'remove', apps: ['mfe-a'], reason };
    expect(await change(4, remove, team)).toMatchObject(forbidden);
    expect(await registry.channel(channel).preview(team, rollback('mfe-b'))).toMatchObject(
      forbidden,
    );
  });

  it('goes back only to what was live in it: an address of another app does not come by a rollback', async () => {
    const build = buildOf(4);
    await publish(registry, 'mfe-a', build, { paths: ['/mfe-a', '/notes/:id'] });
    await publish(registry, 'mfe-b', build, { paths: ['/mfe-b', '/notes/new'] });
    done(await change(1, promote({ 'mfe-a': build })));
    const team = publisherOf('mfe-b');
    expect(await change(2, promote({ 'mfe-b': build }), team)).toMatchObject({ code: 'unfit' });
    const to = { 'mfe-b': build };
    const back: Change = { kind: 'rollback', apps: ['mfe-b'], to, recall: false, reason };
    const refused = {
      ok: false,
      code: 'invalid',
      problem: `mfe-b ${build} was not live in ${channel} before; to use it anyway, promote it`,
    };
    expect(await change(2, back, team)).toEqual(refused);
    expect(await change(2, back)).toEqual(refused);
  });

  it('goes back with an app that is locked when a manager says so', async () => {
    done(await change(1, promote({ 'mfe-a': two })));
    done(await registry.channel(channel).lock(manager, 'mfe-a', 'see the incident'));
    const locked = { ok: false, code: 'locked' };
    const team = publisherOf('mfe-a');
    expect(await change(2, rollback('mfe-a'), team)).toMatchObject(locked);
    expect(done(await change(2, rollback('mfe-a', true))).builds['mfe-a']).toBe(one);
    const forward: Change = { kind: 'undo', revision: 3, recall: false, reason };
    expect(await change(3, forward)).toMatchObject(locked);
    expect(await change(3, promote({ 'mfe-a': two }))).toMatchObject(locked);
  });

  it('does not ship an app that is locked', async () => {
    const lock = done(await registry.channel(channel).lock(manager, 'mfe-a', 'a freeze'));
    expect(lock).toEqual({
      channel,
      app: 'mfe-a',
      reason: 'a freeze',
      by: 'Ann',
      at: '2026-11-21T00:00:00.000Z',
    });
    expect((await registry.channel(channel).board()).locks).toEqual([lock]);
    expect(await change(1, promote({ 'mfe-a': two }))).toEqual({
      ok: false,
      code: 'locked',
      problem: 'mfe-a is locked by Ann: a freeze',
      cause: { code: 'locked', lock },
    });
    done(await registry.channel(channel).lock(manager, 'mfe-a', 'a longer freeze'));
    const { locks } = await registry.channel(channel).board();
    expect(locks).toMatchObject([{ reason: 'a longer freeze' }]);
    const team = publisherOf('mfe-a');
    const forbidden = { ok: false, code: 'forbidden' };
    expect(await registry.channel(channel).unlock(team, 'mfe-a', reason)).toMatchObject(forbidden);
    expect(await registry.channel(channel).lock(team, 'mfe-a', reason)).toMatchObject(forbidden);
    done(await registry.channel(channel).unlock(manager, 'mfe-a', 'the freeze is over'));
    const unknown = { ok: false, code: 'unknown' };
    expect(await registry.channel(channel).unlock(manager, 'mfe-a', reason)).toMatchObject(unknown);
    expect(await registry.channel(channel).lock(manager, 'mfe-z', reason)).toMatchObject(unknown);
    done(await change(1, promote({ 'mfe-a': two })));
  });

  it('keeps the lock of a manager when another one locks the app too', async () => {
    const lock = done(await registry.channel(channel).lock(manager, 'mfe-a', 'see the incident'));
    const other: Actor = { ...manager, tokenId: 'other', name: 'Bob' };
    expect(await registry.channel(channel).lock(other, 'mfe-a', 'a freeze')).toEqual({
      ok: false,
      code: 'locked',
      problem: 'mfe-a is locked by Ann: see the incident',
      cause: { code: 'locked', lock },
    });
    expect((await registry.channel(channel).board()).locks).toEqual([lock]);
  });

  it('has no locks before its first revision: a name that was mistyped locks nothing', async () => {
    expect(await registry.channel('prodution').lock(manager, 'mfe-a', 'a freeze')).toEqual({
      ok: false,
      code: 'unknown',
      problem: 'there is no channel prodution',
    });
    expect((await registry.channel('prodution').board()).locks).toEqual([]);
  });

  it('says of each build that it was live there', async () => {
    done(await change(1, promote({ 'mfe-a': two })));
    done(await change(2, { kind: 'canary', builds: { 'mfe-a': three }, percent: 1, reason }));
    const builds = await registry.builds('mfe-a');
    const live = builds.filter(({ liveIn }) => liveIn?.includes(channel));
    expect(live.map(({ build }) => build).sort()).toEqual([one, two]);
  });

  it('says what a change would do, and does not do it', async () => {
    const next = promote({ 'mfe-a': two });
    const preview = done(await registry.channel(channel).preview(manager, next));
    expect(await registry.channel(channel).current()).toMatchObject({ revision: 1 });
    expect(done(await change(1, next))).toEqual(preview);
  });

  it('has a history by pages, of all or of one app', async () => {
    done(await change(1, promote({ 'mfe-a': two })));
    done(await change(2, { kind: 'remove', apps: ['mfe-b'], reason }));
    done(await change(3, promote({ 'mfe-a': three })));
    const page = async (given: { before?: number; limit: number; app?: string }) => {
      const { revisions, next } = await registry.channel(channel).history(given);
      return [revisions.map(({ revision }) => revision), next];
    };
    expect(await page({ limit: 3 })).toEqual([[4, 3, 2], 2]);
    expect(await page({ limit: 3, before: 2 })).toEqual([[1], null]);
    expect(await page({ limit: 4 })).toEqual([[4, 3, 2, 1], null]);
    expect(await page({ limit: 2, app: 'mfe-a' })).toEqual([[4, 2], 2]);
    expect(await page({ limit: 2, app: 'mfe-a', before: 2 })).toEqual([[1], null]);
    expect(await page({ limit: 9, app: 'mfe-b' })).toEqual([[3, 1], null]);
    expect(await page({ limit: 9, app: 'none' })).toEqual([[], null]);
  });

  it('wakes those who wait for changes', async () => {
    const listener = vi.fn();
    const end = registry.onChange(listener);
    let at = 1;
    await vi.waitFor(
      async () => {
        done(await change(at, promote({ 'mfe-a': at % 2 === 0 ? one : two })));
        at += 1;
        expect(listener).toHaveBeenCalled();
      },
      { timeout: 60_000 },
    );
    end();
  });
});
