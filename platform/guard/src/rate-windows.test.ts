import { monotonicClock } from '@tallystick/timing/monotonic-clock';
import { beforeEach, expect, it } from 'vitest';
import { networkOf, sharersOf } from './network.ts';
import { openRateWindows, type RateWindows } from './rate-windows.ts';

const minute = 60_000;

let wall = 0;
let elapsed = 0;
let windows: RateWindows;
beforeEach(() => {
  [wall, elapsed] = [Date.UTC(2026, 10, 20), 0];
  const { now } = monotonicClock({ wall: () => wall, elapsed: () => elapsed });
  windows = openRateWindows(20, minute, 100, now);
});

const pass = (milliseconds: number) => {
  wall += milliseconds;
  elapsed += milliseconds;
};
/** How many of so many tries are let by. */
const tries = (count: number, ip: string) => {
  const networks = sharersOf(networkOf(ip));
  return Array.from({ length: count }, () => windows.take(networks)).filter((wait) => wait === 0)
    .length;
};

it('counts each client by the minute, and says when there may be more', () => {
  expect([tries(21, '192.0.2.1'), tries(1, '192.0.2.2')]).toEqual([20, 1]);
  pass(20_000);
  expect(windows.take(sharersOf('192.0.2.1'))).toBe(40_000);
  pass(39_999);
  expect(tries(1, '192.0.2.1')).toBe(0);
  pass(1);
  expect(tries(21, '192.0.2.1')).toBe(20);
});

it('lets no more by across any border: never above twenty in any minute, and twenty a minute in the long run', () => {
  const passed: number[] = [];
  for (let second = 0; second < 600; second += 1) {
    for (let n = tries(3, '192.0.2.1'); n > 0; n -= 1) passed.push(second);
    pass(1_000);
  }
  const inMinuteFrom = passed.map(
    (from) => passed.filter((at) => at >= from && at < from + 60).length,
  );
  expect(Math.max(...inMinuteFrom)).toBe(20);
  expect(passed.length).toBeGreaterThanOrEqual(180);

  // The burst at the end of a window and the one after it.
  pass(2 * minute);
  tries(1, '192.0.2.9');
  pass(59_000);
  expect(tries(25, '192.0.2.9')).toBe(19);
  pass(2_000);
  expect(tries(25, '192.0.2.9')).toBe(1);
});

it('forgets what came together once the last of it is as old as the window', () => {
  tries(1, '192.0.2.1');
  pass(5_000);
  expect(tries(20, '192.0.2.1')).toBe(19);
  pass(55_000);
  expect(tries(20, '192.0.2.1')).toBe(0);
  pass(5_000);
  expect(tries(20, '192.0.2.1')).toBe(20);
});

it('lets nobody wait longer when the clock goes back, nor for less when it goes on', () => {
  tries(20, '192.0.2.1');
  wall -= 6 * 3_600_000;
  expect(tries(1, '192.0.2.1')).toBe(0);
  pass(minute);
  expect(tries(1, '192.0.2.1')).toBe(1);
});

it('remembers the newest', () => {
  tries(20, '192.0.2.1');
  for (let n = 0; n < 100; n += 1) tries(1, `198.51.100.${n}`);
  expect(tries(21, '192.0.2.1')).toBe(20);
});

it('gives an IPv6 network of 56 bits four shares and one of 48 bits sixteen, whatever it asks by', () => {
  const from = (home: number, line: number) => `2001:db8:1:${((home << 8) | line).toString(16)}::1`;
  const ofLine = tries(100, from(0, 0));
  const ofHome = Array.from({ length: 50 }, (_, line) => tries(20, from(0, line))).reduce(sum);
  expect([ofLine, ofLine + ofHome]).toEqual([20, 80]);
  // A home has used all that it may have; another one of the same provider has not.
  expect(tries(20, from(1, 0))).toBe(20);
  let others = 0;
  for (let home = 1; home < 40; home += 1) {
    for (let line = 0; line < 8; line += 1) others += tries(20, from(home, line));
  }
  expect(80 + 20 + others).toBe(16 * 20);
  expect(tries(20, '2001:db8:2::1')).toBe(20);
});

const sum = (one: number, other: number) => one + other;
