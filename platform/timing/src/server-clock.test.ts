// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

const now = Date.parse('2026-01-25T01:00:00Z');
vi.useFakeTimers({ now });
afterEach(() => {
  delete document.documentElement.dataset.clockBehind;
});

it('is this machine’s time until a server has said its own', () => {
  expect(serverNow()).toBe(now);
  noteServerTime(null);
  noteServerTime('soon');
  expect(serverNow()).toBe(now);
});

it.each([
  ['Sun, 25 Jan 2026 01:10:00 GMT', now + 600_000],
  ['Sat, 24 Jan 2026 01:00:00 GMT', now - 86_400_000],
  ['Sun, 25 Jan 2026 01:00:02 GMT', now],
])('is the time of the server that says %s', (date, time) => {
  noteServerTime(date);
  expect(serverNow()).toBe(time);
});
