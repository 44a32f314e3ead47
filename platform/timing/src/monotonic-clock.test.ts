import { describe, expect, it } from 'vitest';
import { monotonicClock } from './monotonic-clock.ts';

const hour = 3_600_000;

function machine() {
  let [wall, elapsed] = [1_000_000_000, 5];
  return {
    clock: monotonicClock({ wall: () => wall, elapsed: () => elapsed }),
    pass: (milliseconds: number) => {
      wall += milliseconds;
      elapsed += milliseconds;
    },
    set: (by: number) => {
      wall += by;
    },
  };
}

describe('a monotonic clock', () => {
  it('says what the wall clock says while that goes on', () => {
    const { clock, pass } = machine();
    expect(clock.now()).toBe(1_000_000_000);
    pass(1_234);
    expect(clock.now()).toBe(1_000_001_234);
  });

  it('goes on at its pace when the wall clock is set back, and with it again when that has caught up', () => {
    const { clock, pass, set } = machine();
    expect(clock.now()).toBe(1_000_000_000);
    set(-6 * hour);
    expect(clock.now()).toBe(1_000_000_000);
    pass(60_000);
    expect(clock.now()).toBe(1_000_060_000);
    set(6 * hour + 10);
    expect(clock.now()).toBe(1_000_060_010);
  });

  it('goes ahead with the wall clock, and does not come back', () => {
    const { clock, pass, set } = machine();
    expect(clock.now()).toBe(1_000_000_000);
    set(6 * hour);
    expect(clock.now()).toBe(1_021_600_000);
    set(-6 * hour);
    pass(1);
    expect(clock.now()).toBe(1_021_600_001);
  });

  it('goes on from a later time that somebody else has seen', () => {
    const { clock, pass } = machine();
    clock.raise(1_000_500_000);
    pass(7);
    expect(clock.now()).toBe(1_000_500_007);
    clock.raise(3);
    expect(clock.now()).toBe(1_000_500_007);
  });
});
