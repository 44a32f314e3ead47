import { expect, it } from 'vitest';
import {
  heldAfter,
  openDraws,
  type Simulated,
  type SimulatedTimes,
  slowAfter,
} from './simulated.testing.ts';

const many = (times: number, run: () => number | null) =>
  Array.from({ length: times }, () => run() ?? Infinity).toSorted((one, other) => one - other);
const middle = (after: readonly number[]) => after[after.length >> 1];
const found = (after: readonly number[]) => after.filter(Number.isFinite).length;

it.each([0.02, 0.1])(
  'of 10,000 builds that fail like the live one, in a share of %d, one is held at most',
  (share) => {
    const draw = openDraws(20_261_130);
    const equal = { canary: share, live: share, share: 0.1 };
    expect(found(many(10_000, () => heldAfter(draw, equal, 3_000)))).toBeLessThanOrEqual(1);
  },
);

it.each<[string, Simulated, number]>([
  ['everywhere', { canary: 1, live: 0.02, share: 0.1 }, 6],
  ['in 30 %', { canary: 0.3, live: 0.02, share: 0.1 }, 30],
  ['in 6 %', { canary: 0.06, live: 0.02, share: 0.1 }, 3_000],
])('each of 1,000 canaries that fails %s beside 2 %% is held', (_, shares, most) => {
  const draw = openDraws(7);
  const after = many(1_000, () => heldAfter(draw, shares, 5_000));
  console.log(
    `held after ${middle(after)} browsers of its own at the median, ${after.at(-1)} at most`,
  );
  expect(found(after)).toBe(1_000);
  expect(middle(after)).toBeLessThanOrEqual(most);
});

it('of 10,000 builds that are as fast as the live one, one is held at most', () => {
  const draw = openDraws(20_261_201);
  const equal = { slower: 1, spread: 0.7, share: 0.1 };
  expect(found(many(10_000, () => slowAfter(draw, equal, 3_000)))).toBeLessThanOrEqual(1);
});

it.each<[SimulatedTimes, number]>([
  [{ slower: 1.2, spread: 0.3, share: 0.1 }, 250],
  [{ slower: 1.2, spread: 0.5, share: 0.1 }, 700],
  [{ slower: 1.2, spread: 0.7, share: 0.1 }, 1_400],
  [{ slower: 1.5, spread: 0.7, share: 0.1 }, 300],
])('each of 200 canaries as slow as %j is held', (times, most) => {
  const draw = openDraws(5);
  const after = many(200, () => slowAfter(draw, times, 10_000));
  console.log(
    `held after ${middle(after)} browsers of its own at the median, ${after.at(-1)} at most`,
  );
  expect(found(after)).toBe(200);
  expect(middle(after)).toBeLessThanOrEqual(most);
});
