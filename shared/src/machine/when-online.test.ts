// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenOnline } from './when-online.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('tries at once, and again after 1, 2, 4, 8 and 16 seconds', () => {
  const times: (readonly [number, boolean])[] = [];
  const began = Date.now();
  whenOnline((again) => times.push([Date.now() - began, again]));
  vi.advanceTimersByTime(5_000);
  expect(times).toEqual([]);
  dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(600_000);
  expect(times).toEqual([
    [5_000, false],
    [6_000, true],
    [8_000, true],
    [12_000, true],
    [20_000, true],
    [36_000, true],
  ]);
});

it('begins anew when the network comes back once more, and ends when it has helped', () => {
  const tried: boolean[] = [];
  const stop = whenOnline((again) => tried.push(again));
  dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(1_000);
  dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(1_999);
  expect(tried).toEqual([false, true, false, true]);
  stop();
  dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(600_000);
  expect(tried).toEqual([false, true, false, true]);
});
