import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { testStores } from '../store/test-stores.testing.ts';
import { openStored } from './stored.testing.ts';
import { createVisits, type Visits } from './visits.ts';

const minute = 60_000;

const openTestStore = testStores();
describe('visits', () => {
  const stored = openStored(openTestStore);
  let visits: Visits;
  beforeEach(() => {
    visits = open();
  });
  const open = () =>
    createVisits({ db: stored.db, key: new Uint8Array(32).fill(3), now: stored.now });
  const take = (count: number, ip: string) =>
    Promise.all(Array.from({ length: count }, () => visits.take('send', ip)));

  it('are thirty in five minutes, in any five minutes', async () => {
    await take(10, '192.0.2.1');
    stored.pass(4 * minute);
    await take(20, '192.0.2.1');
    expect(await visits.take('send', '192.0.2.1')).toEqual({ ok: false, wait: minute });
    stored.pass(minute);
    const later = await take(12, '192.0.2.1');
    expect(later.filter(({ ok }) => ok)).toHaveLength(10);
    expect(later).toContainEqual({ ok: false, wait: 4 * minute });
  });

  it('are counted together in all processes, also at the same time', async () => {
    const other = open();
    const taken = await Promise.all(
      Array.from({ length: 25 }, () => [
        visits.take('wrong', '192.0.2.1'),
        other.take('wrong', '192.0.2.1'),
      ]).flat(),
    );
    expect(taken.filter(({ ok }) => ok)).toHaveLength(30);
  });

  it('are counted for each client and each call apart', async () => {
    await take(30, '2001:db8:1:2::1');
    expect(await visits.take('wrong', '2001:db8:1:2::1')).toEqual({ ok: true });
    expect(await visits.take('send', '192.0.2.1')).toEqual({ ok: true });
    expect(await visits.take('send', '2001:db8:1:3::1')).toEqual({ ok: true });
    expect(await visits.take('send', '2001:db8:1:2:ffff::9')).toMatchObject({ ok: false });
  });

  it('of an IPv6 network of 56 bits are four times as many, of 48 bits sixteen times', async () => {
    const from = async (home: string, lines: number) => {
      let allowed = 0;
      for (let line = 0; line < lines; line++) {
        const taken = await take(30, `2001:db8:1:${home}0${line}::1`);
        allowed += taken.filter(({ ok }) => ok).length;
      }
      return allowed;
    };
    expect(await from('1', 6)).toBe(120);
    expect(await from('2', 6)).toBe(120);
    expect(await from('3', 4)).toBe(120);
    expect(await from('4', 6)).toBe(120);
    expect(await from('5', 1)).toBe(0);
    expect(await visits.take('send', '2001:db8:2::1')).toEqual({ ok: true });
  });

  it('do not tell who came, and are forgotten', async () => {
    await take(1, '192.0.2.1');
    const { rows } = await sql<{ row: string }>`
        select visit::text || encode(peer, 'escape') as row from visit`.execute(stored.db);
    expect(rows[0]?.row).not.toContain('192.0.2');
    stored.pass(5 * minute + 1);
    await visits.prune();
    expect(await stored.db.selectFrom('visit').select('call').execute()).toEqual([]);
  });
});
