import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStores } from '../store/test-stores.testing.ts';
import { createCodes } from './codes.ts';
import { openStored, seal } from './stored.testing.ts';

const second = 1_000;
const minute = 60_000;
const hour = 60 * minute;

const openTestStore = testStores();
describe('sign-in codes', () => {
  const stored = openStored(openTestStore);
  const { issue, now } = stored;
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
  const passed = { ok: true };
  const left = (triesLeft: number) => ({ ok: false, triesLeft });

  it('are six digits and pass once', async () => {
    const right = await issue();
    expect(right.code).toMatch(/^\d{6}$/);
    expect(await stored.codes.check(right)).toEqual(passed);
    expect(await stored.codes.check(right)).toEqual(left(0));
  });

  it('pass once, also if the right one is sent many times at once', async () => {
    const right = await issue();
    const checked = await Promise.all(Array.from({ length: 5 }, () => stored.codes.check(right)));
    expect(checked.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('pass again for the attempt that they passed for, and for no other', async () => {
    const right = { ...(await issue()), attempt: 'mine' };
    expect(await stored.codes.check(right)).toEqual(passed);
    expect(await stored.codes.check(right)).toEqual(passed);
    for (const other of [
      { attempt: 'another' },
      { attempt: undefined },
      { code: wrong(right.code) },
    ]) {
      const guess = { ...right, ...other };
      expect(await stored.codes.check(guess), JSON.stringify(other)).toEqual(left(0));
    }
  });

  it('pass again within their five tries and their five minutes', async () => {
    const tried = { ...(await issue()), attempt: 'mine' };
    for (let tries = 0; tries < 5; tries++) {
      expect(await stored.codes.check(tried)).toEqual(passed);
    }
    expect(await stored.codes.check(tried)).toEqual(left(0));

    const late = { ...(await issue('bob@example.org')), attempt: 'mine' };
    stored.pass(5 * minute - 1);
    expect(await stored.codes.check(late)).toEqual(passed);
    stored.pass(1);
    expect(await stored.codes.check(late)).toEqual(left(0));
  });

  it('pass for one of many attempts at once, however often each is made', async () => {
    const right = await issue();
    const attempts = ['a', 'b', 'a', 'b', undefined];
    const checked = await Promise.all(
      attempts.map((attempt) => stored.codes.check({ ...right, attempt })),
    );
    const passing = attempts.filter((_, place) => checked[place]?.ok);
    expect(new Set(passing).size).toBe(1);
    expect(passing).toHaveLength(passing[0] === undefined ? 1 : 2);
  });

  it('pass for one of two attempts that were counted before either had passed', async () => {
    const right = await issue();
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(stored.db);
      return rows[0]?.n;
    };
    const begun = await stored.db.transaction().execute(async (trx) => {
      await trx.selectFrom('code').select('trxn').forUpdate().execute();
      const checks = ['a', 'b'].map((attempt) => stored.codes.check({ ...right, attempt }));
      await expect.poll(waiting).toBe(2);
      return checks;
    });
    const checked = await Promise.all(begun);
    expect(checked.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('are bound to their address and their request', async () => {
    const right = await issue();
    const other = await issue('bob@example.org');
    expect(await stored.codes.check({ ...right, address: 'bob@example.org' })).toEqual(left(0));
    expect(await stored.codes.check({ ...right, trxn: other.trxn })).toEqual(left(0));
    expect(await stored.codes.check({ ...right, address: 'nobody@example.org' })).toEqual(left(0));
    expect(await stored.codes.check(right)).toEqual(passed);
  });

  it('are valid for five minutes', async () => {
    const [first, late] = [await issue(), await issue('bob@example.org')];
    stored.pass(5 * minute - 1);
    expect(await stored.codes.check(first)).toEqual(passed);
    stored.pass(1);
    expect(await stored.codes.check(late)).toEqual(left(0));
  });

  it('can be tried five times, and say how often still', async () => {
    const right = await issue();
    for (const tries of [4, 3, 2, 1]) {
      expect(await stored.codes.check({ ...right, code: wrong(right.code) })).toEqual(left(tries));
    }
    expect(await stored.codes.check(right)).toEqual(passed);

    const next = await issue('bob@example.org');
    for (const tries of [4, 3, 2, 1, 0]) {
      expect(await stored.codes.check({ ...next, code: wrong(next.code) })).toEqual(left(tries));
    }
    expect(await stored.codes.check(next)).toEqual(left(0));
  });

  it.each([
    ['no attempt', () => undefined],
    ['an attempt of its own', (place: number) => `attempt ${place}`],
    ['the same attempt', () => 'mine'],
  ])('never allow more than five tries at the same time, each naming %s', async (_, attempt) => {
    const right = await issue();
    const guesses = Array.from({ length: 40 }, (_, place) =>
      stored.codes.check({ ...right, code: wrong(right.code), attempt: attempt(place) }),
    );
    const told = await Promise.all(guesses);
    const judged = told.flatMap((checked) => (checked.ok ? [] : [checked.triesLeft]));
    expect(judged.toSorted((one, other) => other - one).slice(0, 6)).toEqual([4, 3, 2, 1, 0, 0]);
    expect(await stored.codes.check(right)).toEqual(left(0));
    const { tries } = await stored.db.selectFrom('code').select('tries').executeTakeFirstOrThrow();
    expect(tries).toBe(5);
  });

  it('come again after a minute, and then only the newest counts', async () => {
    const first = await issue();
    stored.pass(20 * second);
    expect(await stored.codes.issue('ann@example.org')).toEqual({ ok: false, wait: 40 * second });
    expect(await stored.codes.issue('bob@example.org')).toMatchObject({ ok: true });
    stored.pass(40 * second);
    const newest = await issue();
    expect(newest.trxn).not.toBe(first.trxn);
    expect(await stored.codes.check(first)).toEqual(left(0));
    expect(await stored.codes.check({ ...newest, trxn: first.trxn })).toEqual(left(0));
    expect(await stored.codes.check(newest)).toEqual(passed);
  });

  it('come once an hour after ten in a row that nobody used', async () => {
    for (let place = 1; place < 10; place++) {
      expect(await stored.codes.issue('ann@example.org')).toMatchObject({ resendAfter: minute });
      stored.pass(minute);
    }
    expect(await stored.codes.issue('ann@example.org')).toMatchObject({
      ok: true,
      resendAfter: hour,
    });
    stored.pass(minute);
    expect(await stored.codes.issue('ann@example.org')).toEqual({ ok: false, wait: 59 * minute });
    stored.pass(59 * minute);
    const right = await issue();
    expect(await stored.codes.check(right)).toEqual(passed);
    stored.pass(minute);
    expect(await stored.codes.issue('ann@example.org')).toMatchObject({ resendAfter: minute });
  });

  it('are sent once if they are asked for many times at once', async () => {
    const issued = await Promise.all(
      Array.from({ length: 10 }, () => stored.codes.issue('ann@example.org')),
    );
    expect(issued.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('are kept as keyed hashes, without the address, and not for long', async () => {
    const right = await issue();
    const { rows } = await sql<{ row: string }>`
        select code::text || encode(mail, 'escape') as row from code`.execute(stored.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain('ann');
    expect(rows[0]?.row).not.toMatch(new RegExp(`(?<!\\d)${right.code}(?!\\d)`));
    const otherKey = createCodes({ db: stored.db, key: new Uint8Array(32), seal, now });
    expect(await otherKey.check(right)).toEqual(left(0));
    stored.pass(24 * hour + 1);
    await stored.codes.prune();
    expect(await stored.db.selectFrom('code').select('trxn').execute()).toEqual([]);
  });
});
