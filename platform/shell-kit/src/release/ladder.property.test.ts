import { failureKinds } from '@tallystick/contract/release-news';
import { tries } from '@tallystick/contract/testing/proof';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  buildInUse,
  isReplaced,
  type Ladder,
  type LadderEvent,
  type LadderInput,
  ladderTransition,
  newLadder,
} from './ladder.ts';

const build = fc.constantFrom('a', 'b', 'c');
const failed = fc.record({
  type: fc.constant('failed' as const),
  build,
  kind: fc.constantFrom(...failureKinds),
});
const anything: fc.Arbitrary<LadderInput> = fc.oneof(
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
function run(inputs: readonly LadderInput[], from: Ladder = newLadder('a', 'b')) {
  let ladder = from;
  const told: { input: LadderInput; before: Ladder; after: Ladder; event: LadderEvent | null }[] =
    [];
  for (const input of inputs) {
    const next = ladderTransition(ladder, input);
    told.push({ input, before: ladder, after: next.ladder, event: next.event });
    ladder = next.ladder;
  }
  return { ladder, told };
}

it('stays at the released build where neither can be loaded', () => {
  const down = { a: 'unavailable', b: 'unavailable' } as const;
  expect(buildInUse({ ...newLadder('a', 'b'), down })).toBe('a');
});

it('has one of its two builds, and never one that failed while the other has not', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (const { after } of run(history).told) {
        const { released, fallback, down } = after;
        const now = buildInUse(after);
        expect([released, fallback]).toContain(now);
        const other = now === released ? fallback : released;
        if (down[now] !== undefined && other !== null) expect(down[other]).toBeDefined();
        if (down[released] === undefined) expect(now).toBe(released);
      }
    }),
    { numRuns: tries(500) },
  );
});

it('steps one at a time, from what it had, never past the end', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (const { input, before, after, event } of run(history).told) {
        if (event?.type !== 'step') continue;
        expect(input).toMatchObject({ type: 'failed', build: event.from });
        expect(buildInUse(before)).toBe(event.from);
        expect(before.down[event.from]).toBeUndefined();
        if (event.to === null) expect(isReplaced(after, event.from)).toBe(false);
        else {
          expect(buildInUse(after)).toBe(event.to);
          expect(after.down[event.to]).toBeUndefined();
        }
      }
    }),
    { numRuns: tries(500) },
  );
});

it('ends: however often builds fail, there are two steps at most until something is tried again', () => {
  fc.assert(
    fc.property(histories, fc.array(failed, { maxLength: 30 }), (history, failures) => {
      const { told } = run(failures, run(history).ladder);
      const steps = told.filter(({ event }) => event?.type === 'step');
      expect(steps.length).toBeLessThanOrEqual(2);
      const firstNull = steps.findIndex(({ event }) => event?.type === 'step' && event.to === null);
      if (firstNull >= 0) expect(firstNull).toBe(steps.length - 1);
    }),
    { numRuns: tries(500) },
  );
});

it('begins at the top with another build, and when somebody tries again', () => {
  fc.assert(
    fc.property(histories, fc.option(build), (history, fallback) => {
      const { ladder } = run(history);
      const offered = ladderTransition(ladder, {
        type: 'offered',
        released: 'new',
        fallback,
      }).ladder;
      expect(buildInUse(offered)).toBe('new');
      expect(buildInUse(ladderTransition(ladder, { type: 'again' }).ladder)).toBe(ladder.released);
    }),
    { numRuns: tries(125) },
  );
});

it('stays where it is as long as the same build is released, unless the one below is taken away', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { ladder } = run(history);
      const { released, fallback } = ladder;
      expect(ladderTransition(ladder, { type: 'offered', released, fallback }).ladder).toEqual(
        ladder,
      );
      const alone = ladderTransition(ladder, { type: 'offered', released, fallback: null }).ladder;
      expect(buildInUse(alone)).toBe(released);
    }),
    { numRuns: tries(125) },
  );
});

it('tells of a recovery once after each step, and only of the released build', () => {
  fc.assert(
    fc.property(histories, (history) => {
      let degraded = false;
      for (const { input, before, event } of run(history).told) {
        if (input.type === 'offered' && input.released !== before.released) degraded = false;
        if (event?.type === 'step') degraded = true;
        if (event?.type !== 'recovered') continue;
        expect(degraded).toBe(true);
        expect(event.build).toBe(before.released);
        expect(before.down[event.build]).toBeUndefined();
        degraded = false;
      }
    }),
    { numRuns: tries(500) },
  );
});

it('does not try by itself code that failed, nor what works', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { ladder } = run(history);
      const retried = ladderTransition(ladder, { type: 'retryDue' }).ladder;
      for (const [name, kind] of Object.entries(ladder.down)) {
        if (['render', 'boot', 'incomplete', 'misfit', 'event'].includes(kind)) {
          expect(retried.down[name]).toBe(kind);
        }
      }
    }),
    { numRuns: tries(125) },
  );
});

it('keeps the pages of a released build whose network is gone, if the one below is not there either', () => {
  const { ladder } = run([
    { type: 'failed', build: 'a', kind: 'chunk' },
    { type: 'failed', build: 'b', kind: 'unavailable' },
  ]);
  expect(buildInUse(ladder)).toBe('a');
  expect(isReplaced(ladder, 'b')).toBe(false);
});
