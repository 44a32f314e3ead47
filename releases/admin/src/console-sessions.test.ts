import { expect, it } from 'vitest';
import { openConsoleSessions } from './console-sessions.ts';

const pair = (cookie: string) => cookie.split(';', 1).join('');

it('knows a session by its cookie, among others of the same host', () => {
  const sessions = openConsoleSessions(false);
  const cookie = pair(sessions.start('t1'));
  expect(sessions.tokenOf(`a=b; ${cookie}; c=d`)).toBe('t1');
  expect(sessions.tokenOf(undefined)).toBeNull();
  expect(sessions.tokenOf('tallystick-console=')).toBeNull();
  expect(sessions.tokenOf(`x${cookie}`)).toBeNull();
});

it('keeps the cookie from scripts, other sites and other services', () => {
  const cookie = openConsoleSessions(false).start('t1');
  expect(cookie.replace(/=[\w-]{43};/, '=…;')).toBe(
    'tallystick-console=…; Path=/v1; Max-Age=43200; HttpOnly; SameSite=Strict',
  );
  expect(openConsoleSessions(true).start('t1')).toMatch(/; Secure$/);
});

it('ends at the wish of its owner, and after twelve hours', () => {
  let time = 0;
  const sessions = openConsoleSessions(false, () => time);
  const [one, other] = [pair(sessions.start('t1')), pair(sessions.start('t1'))];
  expect(sessions.end(one)).toContain('Max-Age=0');
  expect(sessions.tokenOf(one)).toBeNull();
  time = 12 * 3_600_000 - 1;
  expect(sessions.tokenOf(other)).toBe('t1');
  time += 1;
  expect(sessions.tokenOf(other)).toBeNull();
});

it('keeps the newest thousand', () => {
  const sessions = openConsoleSessions(false);
  const cookies = Array.from({ length: 1_001 }, (_, n) => pair(sessions.start(`t${n}`)));
  expect(sessions.tokenOf(cookies[0])).toBeNull();
  expect(sessions.tokenOf(cookies[1])).toBe('t1');
  expect(sessions.tokenOf(cookies[1_000])).toBe('t1000');
});

it('signs nobody out for another who signs in again and again', () => {
  const sessions = openConsoleSessions(false);
  const manager = pair(sessions.start('manager'));
  const publisher = Array.from({ length: 1_010 }, () => pair(sessions.start('publisher')));
  expect(sessions.tokenOf(manager)).toBe('manager');
  expect(publisher.filter((cookie) => sessions.tokenOf(cookie) !== null)).toEqual(
    publisher.slice(-20),
  );
});

it('takes from who has most when there is no room', () => {
  const sessions = openConsoleSessions(false);
  const single = pair(sessions.start('manager'));
  const others = Array.from({ length: 1_000 }, (_, n) => pair(sessions.start(`t${n % 100}`)));
  expect(sessions.tokenOf(single)).toBe('manager');
  expect(sessions.tokenOf(others[0])).toBeNull();
  expect(sessions.tokenOf(others[1])).toBe('t1');
});
