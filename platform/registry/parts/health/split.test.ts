import { expect, it } from 'vitest';
import { openDraws } from './simulated.testing.ts';
import { brokenSplit } from './split.ts';

it.each([
  [{ networks: 100, canary: 10 }, 10, null],
  [{ networks: 800, canary: 136 }, 10, { asked: 10, came: 17, networks: 800 }],
  [{ networks: 500, canary: 9 }, 10, { asked: 10, came: 1.8, networks: 500 }],
  [{ networks: 0, canary: 0 }, 10, null],
  [{ networks: 50, canary: 50 }, 100, null],
])('of %j with %d %% asked: %j', (counts, percent, split) => {
  expect(brokenSplit(counts, percent, 1e-4)).toEqual(split);
});

it('takes none of 200 good splits for broken, looked at with each network', () => {
  const draw = openDraws(9);
  for (let turn = 0; turn < 200; turn += 1) {
    const counts = { networks: 0, canary: 0 };
    while (counts.networks < 500) {
      counts.networks += 1;
      if (draw() < 0.1) counts.canary += 1;
      expect(brokenSplit(counts, 10, 1e-4)).toBeNull();
    }
  }
});
