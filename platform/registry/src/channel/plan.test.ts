import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../contract/channel.ts';
import { condemnedAs } from '../contract/condemned.ts';
import type { AppLock } from '../contract/history.ts';
import { buildOf } from '../registry.testing.ts';
import { planAutomatic } from './automatic.ts';
import { Line } from './line.testing.ts';
import { planChange } from './plan.ts';

const reason = 'because of this test';
const at = '2026-11-21T00:00:00.000Z';

const apps = ['shell', 'mfe-a', 'mfe-b'];
const [a, b, c, d] = [1, 2, 3, 4].map(buildOf);
const app = fc.constantFrom(...apps);
const build = fc.integer({ min: 1, max: 5 }).map(buildOf);
const someApps = fc.uniqueArray(app, { minLength: 1 });
const builds = fc.dictionary(app, build, { minKeys: 1, maxKeys: 3 });
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: builds.map((builds) => ({ kind: 'promote' as const, builds, reason })) },
  fc.record({
    kind: fc.constant('canary' as const),
    builds,
    percent: fc.integer({ min: 1, max: 99 }),
    reason: fc.constant(reason),
  }),
  fc.record({
    kind: fc.constant('rollback' as const),
    apps: someApps,
    to: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, builds),
    live: fc.subarray(apps),
    recall: fc.boolean(),
    reason: fc.constant(reason),
  }),
  fc.record({
    kind: fc.constant('abort' as const),
    apps: someApps,
    recall: fc.boolean(),
    reason: fc.constant(reason),
  }),
  fc.record({
    kind: fc.constant('unhold' as const),
    apps: someApps,
    builds,
    reason: fc.constant(reason),
  }),
  fc.record({
    kind: fc.constant('undo' as const),
    revision: fc.integer({ min: 1, max: 12 }),
    recall: fc.boolean(),
    reason: fc.constant(reason),
  }),
  someApps.map((apps) => ({ kind: 'remove' as const, apps, reason })),
);
const changes = fc.array(change, { maxLength: 14 });

function lineOf(given: readonly Change[]): Line {
  const line = new Line();
  for (const one of given) line.change(one);
  return line;
}

/** What browsers get. */
const servedBy = (line: Line) => ({
  builds: line.current?.builds ?? {},
  canaries: line.current?.canaries ?? {},
});

const promote = (builds: Record<string, string | undefined>): Change => ({
  kind: 'promote',
  builds: Object.fromEntries(Object.entries(builds).map(([app, build = '']) => [app, build])),
  reason,
});
const rollback = (
  app: string,
  more: { to?: Record<string, string>; recall?: boolean; live?: string[] } = {},
) => ({ kind: 'rollback', apps: [app], to: {}, recall: false, reason, ...more }) satisfies Change;
const undo = (revision: number, recall = false): Change => ({
  kind: 'undo',
  revision,
  recall,
  reason,
});
const live = (line: Line) => line.current?.builds['mfe-a'];

describe('the next revision, whatever went before', () => {
  it('is, by a rollback after a promotion, the state before it', () => {
    let tried = 0;
    fc.assert(
      fc.property(changes, app, build, (before, app, build) => {
        const line = lineOf(before);
        const served = servedBy(line);
        if (served.builds[app] === undefined || served.canaries[app] !== undefined) return;
        const recalled = line.current?.recalled.some(
          (one) => one.app === app && one.build === served.builds[app],
        );
        expect(recalled).toBe(false);
        if (!line.change(promote({ [app]: build })).ok) return;
        expect(line.change(rollback(app)).ok).toBe(true);
        expect(servedBy(line)).toEqual(served);
        tried += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(tried).toBeGreaterThan(100);
  });

  it('is, by an undo, the state before, whatever was done', () => {
    fc.assert(
      fc.property(changes, change, (before, last) => {
        const line = lineOf(before);
        const served = servedBy(line);
        if (!line.change(last).ok) return;
        // To resume a build moves nothing: there is nothing to go back to.
        if (last.kind === 'unhold') return;
        line.byManager = true;
        expect(line.change(undo(line.revisions.length)).ok).toBe(true);
        expect(servedBy(line)).toEqual(served);
      }),
      { numRuns: 1_000 },
    );
  });

  it('serves no build that is condemned, and ends no verdict but by a manager', () => {
    fc.assert(
      fc.property(changes, (given) => {
        const line = new Line();
        for (const one of given) {
          const before = line.condemned;
          line.change(one);
          for (const { app, build } of line.condemned) {
            expect(line.current?.builds[app]).not.toBe(build);
            expect(line.current?.canaries[app]?.build).not.toBe(build);
            expect(line.current?.fallbacks?.[app]).not.toBe(build);
          }
          // What was only undone comes back by its name.
          const resumed = before.filter(
            ({ app, build, why }) =>
              why !== 'undone' && condemnedAs(line.condemned, app, build) === undefined,
          );
          // Who undoes is no manager here, and the registry lets a manager alone resume.
          if (resumed.length > 0) expect(one.kind).toBe('unhold');
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('moves no locked app, but back, and that by a manager', () => {
    fc.assert(
      fc.property(changes, changes, app, fc.boolean(), (before, after, app, byManager) => {
        const line = lineOf(before);
        line.byManager = byManager;
        const locked = { channel: 'x', app, reason: 'a freeze', by: 'Ann', at };
        line.locks = [locked];
        for (const one of after) {
          const plan = line.change(one);
          if (!plan.ok || !plan.value.moves.some((move) => move.app === app)) continue;
          expect(byManager).toBe(true);
          expect(['rollback', 'abort', 'undo']).toContain(one.kind);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('says in its moves what has changed, and nothing else', () => {
    fc.assert(
      fc.property(changes, (given) => {
        let before = { builds: {}, canaries: {} };
        for (const { kind, builds, canaries, moves } of lineOf(given).revisions) {
          const expected = apps
            .map((app) => ({
              app,
              from: Object.entries(before.builds).find(([name]) => name === app)?.[1] ?? null,
              to: builds[app] ?? null,
              canaryFrom:
                Object.entries(before.canaries).find(([name]) => name === app)?.[1] ?? null,
              canaryTo: canaries[app] ?? null,
            }))
            .filter(
              ({ from, to, canaryFrom, canaryTo }) =>
                from !== to || JSON.stringify(canaryFrom) !== JSON.stringify(canaryTo),
            );
          // To resume a build moves nothing, and names its app.
          if (kind === 'unhold') continue;
          const byApp = (one: { app: string }, other: { app: string }) =>
            one.app < other.app ? -1 : 1;
          expect([...moves].sort(byApp)).toEqual(expected.sort(byApp));
          expect(moves.length).toBeGreaterThan(0);
          before = { builds, canaries };
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a rollback', () => {
  it('goes ever further back, never to what was rolled back from', () => {
    const line = lineOf([a, b, c].map((build) => promote({ 'mfe-a': build })));
    expect(line.change(rollback('mfe-a')).ok).toBe(true);
    expect(live(line)).toBe(b);
    expect(line.change(rollback('mfe-a')).ok).toBe(true);
    expect(live(line)).toBe(a);
    expect(line.change(rollback('mfe-a'))).toMatchObject({ ok: false, code: 'unknown' });
    line.change(promote({ 'mfe-a': d }));
    line.change(rollback('mfe-a'));
    expect(live(line)).toBe(a);
  });

  it('passes over what was recalled', () => {
    const line = lineOf([a, b, c].map((build) => promote({ 'mfe-a': build })));
    line.change(rollback('mfe-a', { recall: true }));
    expect(live(line)).toBe(b);
    expect(line.current?.recalled).toEqual([{ app: 'mfe-a', build: c }]);
    expect(line.current?.kind).toBe('recall');
    line.change(promote({ 'mfe-a': d }));
    const refused = {
      ok: false,
      code: 'condemned',
      problem: `mfe-a ${c} was recalled by Ann in revision 4: ${reason}`,
      cause: { condemned: { app: 'mfe-a', build: c, why: 'recalled', revision: 4 } },
    };
    const back = rollback('mfe-a', { to: { 'mfe-a': c ?? '' } });
    expect(line.change(back)).toMatchObject(refused);
    expect(line.change(promote({ 'mfe-a': c }))).toMatchObject(refused);
    line.change({ kind: 'unhold', apps: ['mfe-a'], reason });
    expect(line.current?.recalled).toEqual([]);
    expect(line.change(promote({ 'mfe-a': c })).ok).toBe(true);
  });

  it('asks which is meant beside a canary, and takes the live build when that is said', () => {
    const line = lineOf([
      promote({ 'mfe-a': a }),
      promote({ 'mfe-a': b }),
      { kind: 'canary', builds: { 'mfe-a': buildOf(3) }, percent: 20, reason },
    ]);
    const cause = { app: 'mfe-a', live: b, canary: { build: c, percent: 20 } };
    expect(line.change(rollback('mfe-a'))).toMatchObject({
      ok: false,
      code: 'ambiguous',
      cause: { ...cause, paused: false },
    });
    expect(line.actOn('mfe-a', 'hold')).toBe(true);
    expect(line.change(rollback('mfe-a'))).toMatchObject({
      ok: false,
      code: 'ambiguous',
      cause: { ...cause, paused: true },
    });
    expect(line.change(rollback('mfe-a', { live: ['mfe-a'] })).ok).toBe(true);
    expect(line.current).toMatchObject({ builds: { 'mfe-a': a }, canaries: {} });
  });

  it('asks no more once another build was shipped after the pause', () => {
    const line = lineOf([
      promote({ 'mfe-a': a }),
      { kind: 'canary', builds: { 'mfe-a': buildOf(3) }, percent: 20, reason },
    ]);
    line.actOn('mfe-a', 'hold');
    line.change(promote({ 'mfe-a': b }));
    expect(line.change(rollback('mfe-a')).ok).toBe(true);
    expect(live(line)).toBe(a);
    expect(line.condemned).toMatchObject([{ build: c, why: 'paused', percent: 20, revision: 3 }]);
  });

  it('went where the report of the first incident says it should', () => {
    const line = lineOf([a, b].map((build) => promote({ 'mfe-a': build })));
    line.byManager = true;
    line.change(rollback('mfe-a', { recall: true }));
    line.change(promote({ 'mfe-a': c }));
    line.change({ kind: 'unhold', apps: ['mfe-a'], reason });
    for (const build of [b, c]) line.change(promote({ 'mfe-a': build }));
    line.change(rollback('mfe-a', { to: { 'mfe-a': b ?? '' } }));
    expect(line.change(undo(line.revisions.length)).ok).toBe(true);
    expect(live(line)).toBe(c);
    line.change(rollback('mfe-a', { recall: true }));
    expect(live(line)).toBe(b);
  });

  it('of a named build, and a promotion, bring back what was undone, and a publisher may', () => {
    for (const again of [
      promote({ 'mfe-a': c }),
      rollback('mfe-a', { to: { 'mfe-a': c ?? '' } }),
    ]) {
      const line = lineOf([b, c].map((build) => promote({ 'mfe-a': build })));
      line.change(undo(2));
      expect(line.condemned).toMatchObject([{ build: c, why: 'undone' }]);
      expect(line.change(again).ok).toBe(true);
      expect(live(line)).toBe(c);
      expect(line.condemned).toEqual([]);
    }
  });

  it('never lands on what was undone', () => {
    const line = lineOf([c, b, c].map((build) => promote({ 'mfe-a': build })));
    line.change(undo(3));
    expect(live(line)).toBe(b);
    expect(line.change(rollback('mfe-a'))).toMatchObject({ ok: false, code: 'unknown' });
  });
});

describe('an abort', () => {
  const abort = (recall = false): Change => ({ kind: 'abort', apps: ['mfe-a'], recall, reason });
  const tried = () =>
    lineOf([
      promote({ 'mfe-a': a }),
      promote({ 'mfe-a': b }),
      { kind: 'canary', builds: { 'mfe-a': buildOf(3) }, percent: 20, reason },
    ]);

  it('ends a canary and leaves the live build', () => {
    const line = tried();
    line.change(abort());
    expect(line.current).toMatchObject({ kind: 'rollback', builds: { 'mfe-a': b }, canaries: {} });
    expect(line.condemned).toEqual([]);
    expect(line.change(abort())).toMatchObject({ ok: false, code: 'unknown' });
  });

  it('takes a paused canary out of open tabs too, if it is a recall', () => {
    const line = tried();
    line.actOn('mfe-a', 'hold');
    expect(line.change(abort())).toMatchObject({ ok: false, code: 'invalid' });
    expect(line.change(abort(true)).ok).toBe(true);
    expect(line.current?.recalled).toEqual([{ app: 'mfe-a', build: c }]);
    expect(line.change(abort(true))).toMatchObject({ ok: false, code: 'invalid' });
    line.change({ kind: 'unhold', apps: ['mfe-a'], reason });
    expect(line.condemned).toEqual([]);
  });

  it('recalls a canary and leaves the live build', () => {
    const line = lineOf([
      promote({ 'mfe-a': a }),
      promote({ 'mfe-a': b }),
      { kind: 'canary', builds: { 'mfe-a': buildOf(3) }, percent: 20, reason },
    ]);
    line.change(abort(true));
    expect(line.current).toMatchObject({
      kind: 'recall',
      builds: { 'mfe-a': b },
      canaries: {},
      recalled: [{ app: 'mfe-a', build: c }],
    });
  });

  it('is refused for an app that is not in the channel', () => {
    expect(lineOf([]).change(rollback('mfe-a'))).toMatchObject({ ok: false, code: 'unknown' });
  });
});

describe('an undo', () => {
  it('moves all apps of a release set back at once', () => {
    const line = lineOf([promote({ shell: a, 'mfe-a': a, 'mfe-b': a })]);
    line.change(promote({ shell: b, 'mfe-a': b }));
    line.change(promote({ 'mfe-b': c }));
    line.change(undo(2));
    expect(line.current?.builds).toEqual({ shell: a, 'mfe-a': a, 'mfe-b': c });
    expect(line.current?.moves).toHaveLength(2);
  });

  it('is refused once an app of it has moved again', () => {
    const line = lineOf([a, b, c].map((build) => promote({ 'mfe-a': build })));
    expect(line.change(undo(2))).toMatchObject({
      ok: false,
      code: 'moved',
      problem: 'mfe-a has moved since, in revision 3',
    });
    expect(line.change(undo(9))).toMatchObject({ ok: false, code: 'unknown' });
  });

  it('takes a recall back, and only its own, by a manager', () => {
    const line = lineOf([promote({ 'mfe-a': a }), promote({ 'mfe-a': b })]);
    line.change(rollback('mfe-a', { recall: true }));
    expect(line.change(undo(3))).toMatchObject({ ok: false, code: 'condemned' });
    line.byManager = true;
    expect(line.change(undo(3)).ok).toBe(true);
    expect(line.current).toMatchObject({ kind: 'rollback', builds: { 'mfe-a': b }, recalled: [] });
    line.change(undo(4, true));
    expect(line.current).toMatchObject({ kind: 'recall', builds: { 'mfe-a': a } });
    expect(line.current?.recalled).toEqual([{ app: 'mfe-a', build: b }]);
  });
});

describe('a change that is none', () => {
  it.each<[string, Change]>([
    ['the live build again', promote({ 'mfe-a': a })],
    [
      'a canary of the live build',
      { kind: 'canary', builds: { 'mfe-a': buildOf(1) }, percent: 5, reason },
    ],
    [
      'a canary of an app without a live build',
      { kind: 'canary', builds: { 'mfe-b': buildOf(1) }, percent: 5, reason },
    ],
    ['a rollback to the live build', rollback('mfe-a', { to: { 'mfe-a': buildOf(1) } })],
    ['nothing', promote({})],
  ])('is refused: %s', (_what, change) => {
    expect(lineOf([promote({ 'mfe-a': a })]).change(change)).toMatchObject({
      ok: false,
      code: 'invalid',
    });
  });

  it('of some apps of a set moves the others alone', () => {
    const line = lineOf([promote({ 'mfe-a': a, 'mfe-b': a })]);
    line.change(promote({ 'mfe-a': a, 'mfe-b': b }));
    expect(line.current?.moves.map(({ app }) => app)).toEqual(['mfe-b']);
  });
});

describe('what the registry does by itself', () => {
  const line = lineOf([promote({ shell: a, 'mfe-a': a }), promote({ 'mfe-a': b })]);
  const { current } = line;
  if (current === null) throw new Error('there is no revision');
  const back = rollback('mfe-a');
  const state = line.state(back);
  const automatic = (locks: readonly AppLock[] = []) =>
    planAutomatic({ ...state, current, locks }, { kind: 'rollback', apps: ['mfe-a'], reason });

  it('makes the revision that the same rollback of a person makes, and condemns the build', () => {
    const byPerson = planChange(state, back);
    if (!byPerson.ok) throw new Error(byPerson.problem);
    const verdict = {
      why: 'rolled-back',
      app: 'mfe-a',
      build: b,
      revision: 3,
      by: 'Ann',
      at,
      reason,
    };
    expect(automatic()).toEqual({ ok: true, value: { ...byPerson.value, condemned: [verdict] } });
    expect(byPerson.value.condemned).toEqual([]);
  });

  it('stops at a lock, with the same words', () => {
    const lock = { channel: 'x', app: 'mfe-a', reason: 'an incident', by: 'Ann', at };
    const refused = { ok: false, code: 'locked', problem: 'mfe-a is locked by Ann: an incident' };
    expect(automatic([lock])).toEqual(refused);
    const cause = { code: 'locked', lock };
    expect(planChange({ ...state, locks: [lock] }, back)).toEqual({ ...refused, cause });
  });

  it('pauses a canary, which stays paused until it is resumed', () => {
    const tried = lineOf([
      promote({ shell: a, 'mfe-a': a }),
      { kind: 'canary', builds: { 'mfe-a': buildOf(2) }, percent: 5, reason },
    ]);
    if (tried.current === null) throw new Error('there is no revision');
    const hold = { kind: 'hold', apps: ['mfe-a'], reason } as const;
    const given = { ...tried.state(back), current: tried.current };
    expect(planAutomatic(given, hold)).toMatchObject({
      ok: true,
      value: {
        kind: 'hold',
        canaries: {},
        held: { 'mfe-a': { build: buildOf(2), percent: 5, revision: 3, at, reason } },
      },
    });
  });
});
