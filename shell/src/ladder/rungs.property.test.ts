import { failureKinds } from '@tallystick/shared/contracts/release-news';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  chosen,
  climb,
  firstRungs,
  isReplaced,
  type Rungs,
  type RungsInput,
  type RungsNews,
} from './rungs.ts';

const build = fc.constantFrom('a', 'b', 'c');
const failed = fc.record({
  type: fc.constant('failed' as const),
  build,
  kind: fc.constantFrom(...failureKinds),
});
const anything: fc.Arbitrary<RungsInput> = fc.oneof(
  { weight: 4, arbitrary: failed },
  fc.record({ type: fc.constant('loaded' as const), build }),
  fc.record({ type: fc.constant('stood' as const), build }),
  fc.constant({ type: 'retryDue' as const }),
  fc.constant({ type: 'again' as const }),
  fc
    .record({ released: build, fallback: fc.option(build) })
    .filter(({ released, fallback }) => released !== fallback)
    .map((offer) => ({ type: 'offered' as const, ...offer })),
);
const histories = fc.array(anything, { maxLength: 40 });

/** Where a history leads, with what was told on the way. */
function run(inputs: readonly RungsInput[], from: Rungs = firstRungs('a', 'b')) {
  let rungs = from;
  const told: { input: RungsInput; before: Rungs; after: Rungs; news: RungsNews | null }[] = [];
  for (const input of inputs) {
    const next = climb(rungs, input);
    told.push({ input, before: rungs, after: next.rungs, news: next.news });
    rungs = next.rungs;
  }
  return { rungs, told };
}

it('has one of its two builds, and never one that failed while the other has not', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (const { after } of run(history).told) {
        const { released, fallback, down } = after;
        const now = chosen(after);
        expect([released, fallback]).toContain(now);
        const other = now === released ? fallback : released;
        if (down[now] !== undefined && other !== null) expect(down[other]).toBeDefined();
        if (down[released] === undefined) expect(now).toBe(released);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('steps one at a time, from what it had, never past the end', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (const { input, before, after, news } of run(history).told) {
        if (news?.type !== 'step') continue;
        expect(input).toMatchObject({ type: 'failed', build: news.from });
        expect(chosen(before)).toBe(news.from);
        expect(before.down[news.from]).toBeUndefined();
        if (news.to === null) expect(isReplaced(after, news.from)).toBe(false);
        else {
          expect(chosen(after)).toBe(news.to);
          expect(after.down[news.to]).toBeUndefined();
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

it('ends: however often builds fail, there are two steps at most until something is tried again', () => {
  fc.assert(
    fc.property(histories, fc.array(failed, { maxLength: 30 }), (history, failures) => {
      const { told } = run(failures, run(history).rungs);
      const steps = told.filter(({ news }) => news?.type === 'step');
      expect(steps.length).toBeLessThanOrEqual(2);
      const firstNull = steps.findIndex(({ news }) => news?.type === 'step' && news.to === null);
      if (firstNull >= 0) expect(firstNull).toBe(steps.length - 1);
    }),
    { numRuns: 2_000 },
  );
});

it('begins at the top with another build, and when somebody tries again', () => {
  fc.assert(
    fc.property(histories, fc.option(build), (history, fallback) => {
      const { rungs } = run(history);
      const offered = climb(rungs, { type: 'offered', released: 'new', fallback }).rungs;
      expect(chosen(offered)).toBe('new');
      expect(chosen(climb(rungs, { type: 'again' }).rungs)).toBe(rungs.released);
    }),
    { numRuns: 500 },
  );
});

it('stays where it is as long as the same build is released, unless the one below is taken away', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { rungs } = run(history);
      const { released, fallback } = rungs;
      expect(climb(rungs, { type: 'offered', released, fallback }).rungs).toEqual(rungs);
      const alone = climb(rungs, { type: 'offered', released, fallback: null }).rungs;
      expect(chosen(alone)).toBe(released);
    }),
    { numRuns: 500 },
  );
});

it('tells of a recovery once after each step, and only of the released build', () => {
  fc.assert(
    fc.property(histories, (history) => {
      let degraded = false;
      for (const { input, before, news } of run(history).told) {
        if (input.type === 'offered' && input.released !== before.released) degraded = false;
        if (news?.type === 'step') degraded = true;
        if (news?.type !== 'recovered') continue;
        expect(degraded).toBe(true);
        expect(news.build).toBe(before.released);
        expect(before.down[news.build]).toBeUndefined();
        degraded = false;
      }
    }),
    { numRuns: 2_000 },
  );
});

it('does not try by itself code that failed, nor what works', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { rungs } = run(history);
      const retried = climb(rungs, { type: 'retryDue' }).rungs;
      for (const [name, kind] of Object.entries(rungs.down)) {
        if (['render', 'boot', 'incomplete', 'misfit', 'event'].includes(kind)) {
          expect(retried.down[name]).toBe(kind);
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('keeps the pages of a released build whose network is gone, if the one below is not there either', () => {
  const { rungs } = run([
    { type: 'failed', build: 'a', kind: 'chunk' },
    { type: 'failed', build: 'b', kind: 'unavailable' },
  ]);
  expect(chosen(rungs)).toBe('a');
  expect(isReplaced(rungs, 'b')).toBe(false);
});
