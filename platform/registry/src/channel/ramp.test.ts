import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Canary, Change } from '../contract/channel.ts';
import { buildOf } from '../registry.testing.ts';
import { Line } from './line.testing.ts';
import { rampAfter, rampsOf } from './ramp.ts';

const reason = 'because of this test';
const [one, two] = [buildOf(1), buildOf(2)];

const begin: Change = {
  ...{ kind: 'canary', builds: { a: two }, percent: 1, steps: [5, 25, 100], reason },
};
const order = (order: 'pause' | 'resume' | 'skip'): Change => ({
  ...{ kind: 'ramp', apps: ['a'], order, reason },
});

/** A channel whose app has a live build, after these changes. */
function lineAfter(...changes: Change[]): Line {
  const line = new Line();
  line.change({ kind: 'promote', builds: { a: one }, reason });
  for (const change of changes) line.change(change);
  return line;
}
const canaryAfter = (...changes: Change[]) => lineAfter(...changes).current?.canaries.a;

describe('a ramp', () => {
  it('begins with its first share', () => {
    expect(canaryAfter(begin)).toEqual({ build: two, percent: 1, ramp: { steps: [5, 25, 100] } });
  });

  it('goes on share by share, until the build is live', () => {
    expect(canaryAfter(begin, order('skip'), order('skip'))).toEqual({
      ...{ build: two, percent: 25, ramp: { steps: [100] } },
    });
    const { current } = lineAfter(begin, order('skip'), order('skip'), order('skip'));
    expect(current).toMatchObject({ kind: 'promote', builds: { a: two }, canaries: {} });
  });

  it('ends as a canary where its last share is not all', () => {
    const some: Change = { ...begin, kind: 'canary', builds: { a: two }, percent: 1, steps: [30] };
    expect(canaryAfter(some, order('skip'))).toEqual({ build: two, percent: 30 });
  });

  it('stays paused as a share is skipped, and goes on when it is resumed', () => {
    expect(canaryAfter(begin, order('pause'), order('skip'))).toEqual({
      ...{ build: two, percent: 5, ramp: { steps: [25, 100], paused: true } },
    });
    expect(canaryAfter(begin, order('pause'), order('resume'))).toEqual(canaryAfter(begin));
  });

  it('is undone with its pause', () => {
    const undo: Change = { kind: 'undo', revision: 4, recall: false, reason };
    expect(canaryAfter(begin, order('pause'), order('skip'), undo)).toEqual({
      ...{ build: two, percent: 1, ramp: { steps: [5, 25, 100], paused: true } },
    });
  });

  it('ends with an abort, a canary by hand, and a pause by the rule', () => {
    expect(canaryAfter(begin, { kind: 'abort', apps: ['a'], recall: false, reason })).toBe(
      undefined,
    );
    const byHand: Change = { kind: 'canary', builds: { a: two }, percent: 1, reason };
    expect(canaryAfter(begin, byHand)).toEqual({ build: two, percent: 1 });
    const line = lineAfter(begin);
    line.actOn('a', 'hold');
    expect(line.current).toMatchObject({ canaries: {}, held: { a: { build: two, percent: 1 } } });
  });

  it('does not go back: its shares are larger one after the other', () => {
    const down: Change = { ...begin, kind: 'canary', builds: { a: two }, percent: 30, steps: [5] };
    expect(lineAfter().change(down)).toMatchObject({ ok: false, code: 'invalid' });
  });

  it('goes on past no lock, and is paused by a manager in spite of it', () => {
    const line = lineAfter(begin);
    line.locks = [{ channel: 'x', app: 'a', by: 'Bo', reason: 'wait', at: '' }];
    line.byManager = true;
    expect(line.change(order('skip'))).toMatchObject({ ok: false, code: 'locked' });
    expect(line.change(order('pause'))).toMatchObject({ ok: true });
  });

  it('is not there where there is none', () => {
    expect(lineAfter().change(order('skip'))).toMatchObject({ ok: false, code: 'unknown' });
  });

  it('only ever grows, and comes to its end, whatever is asked of it', () => {
    const orders = fc.array(fc.constantFrom('pause', 'resume', 'skip'), { maxLength: 12 });
    const shares = fc
      .uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 6 })
      .map((all) => all.sort((small, large) => small - large));
    fc.assert(
      fc.property(shares, orders, ([percent = 1, ...steps], asked) => {
        let canary: Canary | null = { build: two, percent, ramp: { steps } };
        for (const step of asked) {
          if (canary?.ramp === undefined) break;
          const { percent: before, ramp }: Canary = canary;
          const after = rampAfter('a', one, canary, step);
          if ('ok' in after) throw new Error(after.problem);
          const share = after.canary?.percent ?? 100;
          expect(share).toBe(step === 'skip' ? ramp?.steps[0] : before);
          expect(after.build).toBe(after.canary === null ? two : one);
          ({ canary } = after);
        }
      }),
    );
  });
});

it('climbs together with what came with it, until they part', () => {
  const ramp = { steps: [100] };
  const canaries = {
    ...{ a: { build: one, percent: 5, ramp }, b: { build: one, percent: 5, ramp } },
    ...{ c: { build: one, percent: 5, ramp }, d: { build: one, percent: 9, ramp } },
    e: { build: one, percent: 5 },
  };
  const began = new Map(Object.entries({ a: 3, b: 3, c: 2, d: 3, e: 3 }));
  expect(rampsOf(canaries, (app) => began.get(app))).toEqual([['a', 'b'], ['c'], ['d']]);
});
