import { expect, it } from 'vitest';
import { openUnderway } from './underway.ts';

const enter = (underway: ReturnType<typeof openUnderway>, ip: string) => {
  const entered = underway.enter(ip);
  if (!entered.ok) throw new Error(entered.tooMany);
  return entered.leave;
};

it('holds one client to its share, whichever address of its network it uses', () => {
  const underway = openUnderway({ atOnce: 4, perClient: 2 });
  const leave = enter(underway, '2001:db8:1:2::1');
  enter(underway, '2001:db8:1:2:ffff::9');
  expect(underway.enter('2001:db8:1:2::3')).toEqual({ ok: false, tooMany: 'of yours' });
  enter(underway, '2001:db8:1:3::1');
  leave();
  expect(underway.enter('2001:db8:1:2::3').ok).toBe(true);
});

it('holds all together to what the store has room for', () => {
  const underway = openUnderway({ atOnce: 2, perClient: 2 });
  const leave = enter(underway, '192.0.2.1');
  enter(underway, '192.0.2.2');
  expect(underway.enter('192.0.2.3')).toEqual({ ok: false, tooMany: 'of all' });
  leave();
  expect(underway.enter('192.0.2.3').ok).toBe(true);
});
