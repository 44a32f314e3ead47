import { expect, it } from 'vitest';
import { openRunningExports } from './running-exports.ts';

const limits = { grace: 30_000, pace: 1_000, minPace: 10 };

/** Exports by name, over a clock that only the test moves. */
function openTest(atOnce: number, perClient: number) {
  let now = 0;
  const running = openRunningExports({ atOnce, perClient, ...limits }, () => now);
  const ended: string[] = [];
  return {
    ended,
    endStalled: running.endStalled,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    tooMany(ip: string) {
      const entered = running.enter(ip, () => {});
      if (entered.ok) entered.value.leave();
      return entered.ok ? undefined : entered.code;
    },
    enter(ip: string, name = ip) {
      const entered = running.enter(ip, () => ended.push(name));
      if (!entered.ok) throw new Error(entered.code);
      return entered.value;
    },
  };
}

it('holds one client to its share, whichever address of its network it uses', () => {
  const { enter, tooMany } = openTest(8, 2);
  const { leave } = enter('2001:db8:1:2::1');
  enter('2001:db8:1:2:ffff::9');
  expect(tooMany('2001:db8:1:2::3')).toBe('of yours');
  enter('2001:db8:1:3::1');
  leave();
  expect(tooMany('2001:db8:1:2::3')).toBeUndefined();
});

it('lets no more than half be held by one IPv6 network of 48 bits, by whatever lines of it', () => {
  const { enter, tooMany } = openTest(4, 2);
  enter('2001:db8:1:1::1');
  enter('2001:db8:1:200::1');
  expect(tooMany('2001:db8:1:300::1')).toBe('of yours');
  expect(tooMany('2001:db8:2::1')).toBeUndefined();
});

it('keeps a slot for who has none: two clients do not take all four', () => {
  const { enter, tooMany } = openTest(4, 2);
  enter('192.0.2.1');
  enter('192.0.2.1');
  enter('192.0.2.2');
  expect(tooMany('192.0.2.2')).toBe('of yours');
  enter('192.0.2.3');
  expect(tooMany('192.0.2.4')).toBe('of all');
});

it('gives the slot of the slowest reader to who has none, after a while', () => {
  const { enter, tooMany, pass, ended } = openTest(2, 2);
  enter('192.0.2.1').took(20_000);
  enter('192.0.2.2').took(1_000_000);
  pass(30_000);
  expect(tooMany('192.0.2.3')).toBe('of all');
  pass(1);
  enter('192.0.2.3');
  expect(ended).toEqual(['192.0.2.1']);
  expect(tooMany('192.0.2.4')).toBe('of all');
});

it('ends who reads next to nothing though nobody else asks', () => {
  const { enter, pass, ended, endStalled } = openTest(4, 2);
  enter('192.0.2.1').took(1_000);
  enter('192.0.2.2').took(100);
  pass(31_000);
  endStalled();
  expect(ended).toEqual(['192.0.2.2']);
});

it('does not take the time for which the ledger looks for that of the reader', async () => {
  const { enter, pass, ended, endStalled } = openTest(4, 2);
  const slot = enter('192.0.2.1');
  const { promise: found, resolve: find } = Promise.withResolvers<void>();
  const awaited = slot.awaits(found);
  pass(60_000);
  endStalled();
  find();
  await awaited;
  pass(30_000);
  endStalled();
  expect(ended).toEqual([]);
  pass(1);
  endStalled();
  expect(ended).toEqual(['192.0.2.1']);
});

it('gives the slot of an export for which the ledger looks long to who has none', () => {
  const { enter, pass, ended } = openTest(1, 1);
  void enter('192.0.2.1').awaits(new Promise(() => {}));
  pass(30_001);
  enter('192.0.2.2');
  expect(ended).toEqual(['192.0.2.1']);
});
