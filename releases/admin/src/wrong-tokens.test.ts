import { expect, it } from 'vitest';
import { countWrongTokens } from './wrong-tokens.ts';

function counter() {
  let time = 1_000_000;
  const wrong = countWrongTokens(() => time);
  const times = (n: number, address: string) => {
    for (let i = 0; i < n; i += 1) wrong.count(address);
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { ...wrong, times, pass };
}

it('lets twenty pass at once, then one each three seconds', () => {
  const { wait, times, pass } = counter();
  times(19, '192.0.2.1');
  expect(wait('192.0.2.1')).toBe(0);
  times(1, '192.0.2.1');
  expect(wait('192.0.2.1')).toBe(3);
  expect(wait('192.0.2.2')).toBe(0);
  pass(3_000);
  expect(wait('192.0.2.1')).toBe(0);
  times(1, '192.0.2.1');
  expect(wait('192.0.2.1')).toBe(3);
  pass(60_000);
  times(19, '192.0.2.1');
  expect(wait('192.0.2.1')).toBe(0);
});

it('makes nobody wait longer than a minute, whatever the clock does', () => {
  const { wait, times, pass } = counter();
  times(500, '192.0.2.1');
  expect(wait('192.0.2.1')).toBe(3);
  pass(-3_600_000);
  expect(wait('192.0.2.1')).toBe(0);
  times(20, '192.0.2.1');
  expect(wait('192.0.2.1')).toBe(3);
});

it('takes the first half of an IPv6 address for one client, and embedded IPv4 for IPv4', () => {
  const { wait, times } = counter();
  times(20, '2001:db8::1');
  expect(wait('2001:DB8:0:0:9::2')).toBe(3);
  expect(wait('2001:db8:0:1::1')).toBe(0);
  times(20, '::ffff:192.0.2.1');
  expect(wait('192.0.2.1')).toBe(3);
});

it('remembers ten thousand addresses, the newest', () => {
  const { wait, times } = counter();
  times(20, '192.0.2.1');
  for (let i = 0; i < 10_000; i += 1) times(1, `10.0.${i >> 8}.${i & 255}`);
  expect(wait('192.0.2.1')).toBe(0);
});
