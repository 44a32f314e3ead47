import { expect, it } from 'vitest';
import { heldAfter, openDraws } from './simulated.testing.ts';

it.each([0.02, 0.1])(
  'of 10,000 builds that fail like the live one, in a share of %d, one is held at most',
  (share) => {
    const draw = openDraws(20_261_130);
    const equal = { canary: share, live: share, share: 0.1 };
    const held = Array.from({ length: 10_000 }, () => heldAfter(draw, equal, 3_000));
    expect(held.filter((after) => after !== null).length).toBeLessThanOrEqual(1);
  },
);
