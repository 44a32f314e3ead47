import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forEachEngine } from '../store/engines.testing.ts';
import type { Store } from '../store/store.ts';
import { type Codes, createCodes } from './codes.ts';
import { createMailQueue, type MailQueue } from './mail-queue.ts';
import { createSeal } from './seal.ts';

const key = new Uint8Array(32).fill(9);
const seal = createSeal(new Uint8Array(32).fill(7));
const second = 1_000;
const minute = 60_000;
const hour = 60 * minute;

forEachEngine((openTestStore) => {
  describe('sign-in codes', () => {
    let store: Store;
    let codes: Codes;
    let queue: MailQueue;
    let time: number;
    const now = () => time;
    beforeAll(async () => {
      store = await openTestStore();
    });
    afterAll(() => store.close());
    beforeEach(async () => {
      await store.db.deleteFrom('code').execute();
      time = Date.UTC(2026, 10, 20);
      codes = createCodes({ db: store.db, key, seal, now });
      queue = createMailQueue({ db: store.db, seal, now });
    });

    /** Issues a code and reads it where the mail is taken from. */
    async function issue(address = 'ann@example.org') {
      const issued = await codes.issue(address);
      if (!issued.ok) throw new Error('too soon');
      const mail = (await queue.read(100)).find(({ to }) => to === address);
      return { address, trxn: issued.trxn, code: mail?.code ?? '' };
    }
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
    const passed = { ok: true };
    const left = (triesLeft: number) => ({ ok: false, triesLeft });

    it('are six digits and pass once', async () => {
      const right = await issue();
      expect(right.code).toMatch(/^\d{6}$/);
      expect(await codes.check(right)).toEqual(passed);
      expect(await codes.check(right)).toEqual(left(0));
    });

    it('pass once, also if the right one is sent many times at once', async () => {
      const right = await issue();
      const checked = await Promise.all(Array.from({ length: 5 }, () => codes.check(right)));
      expect(checked.filter(({ ok }) => ok)).toHaveLength(1);
    });

    it('are bound to their address and their request', async () => {
      const right = await issue();
      const other = await issue('bob@example.org');
      expect(await codes.check({ ...right, address: 'bob@example.org' })).toEqual(left(0));
      expect(await codes.check({ ...right, trxn: other.trxn })).toEqual(left(0));
      expect(await codes.check({ ...right, address: 'nobody@example.org' })).toEqual(left(0));
      expect(await codes.check(right)).toEqual(passed);
    });

    it('are valid for five minutes', async () => {
      const [first, late] = [await issue(), await issue('bob@example.org')];
      time += 5 * minute - 1;
      expect(await codes.check(first)).toEqual(passed);
      time += 1;
      expect(await codes.check(late)).toEqual(left(0));
    });

    it('can be tried five times, and say how often still', async () => {
      const right = await issue();
      for (const tries of [4, 3, 2, 1]) {
        expect(await codes.check({ ...right, code: wrong(right.code) })).toEqual(left(tries));
      }
      expect(await codes.check(right)).toEqual(passed);

      const next = await issue('bob@example.org');
      for (const tries of [4, 3, 2, 1, 0]) {
        expect(await codes.check({ ...next, code: wrong(next.code) })).toEqual(left(tries));
      }
      expect(await codes.check(next)).toEqual(left(0));
    });

    it('never allow more than five tries at the same time', async () => {
      const right = await issue();
      const guesses = Array.from({ length: 40 }, () =>
        codes.check({ ...right, code: wrong(right.code) }),
      );
      const told = await Promise.all(guesses);
      const judged = told.flatMap((checked) => (checked.ok ? [] : [checked.triesLeft]));
      expect(judged.toSorted((one, other) => other - one).slice(0, 6)).toEqual([4, 3, 2, 1, 0, 0]);
      expect(await codes.check(right)).toEqual(left(0));
      const { tries } = await store.db.selectFrom('code').select('tries').executeTakeFirstOrThrow();
      expect(tries).toBe(5);
    });

    it('come again after a minute, and then only the newest counts', async () => {
      const first = await issue();
      time += 20 * second;
      expect(await codes.issue('ann@example.org')).toEqual({ ok: false, wait: 40 * second });
      expect(await codes.issue('bob@example.org')).toMatchObject({ ok: true });
      time += 40 * second;
      const newest = await issue();
      expect(newest.trxn).not.toBe(first.trxn);
      expect(await codes.check(first)).toEqual(left(0));
      expect(await codes.check({ ...newest, trxn: first.trxn })).toEqual(left(0));
      expect(await codes.check(newest)).toEqual(passed);
    });

    it('come once an hour after ten in a row that nobody used', async () => {
      for (let place = 1; place < 10; place++) {
        expect(await codes.issue('ann@example.org')).toMatchObject({ resendAfter: minute });
        time += minute;
      }
      expect(await codes.issue('ann@example.org')).toMatchObject({ ok: true, resendAfter: hour });
      time += minute;
      expect(await codes.issue('ann@example.org')).toEqual({ ok: false, wait: 59 * minute });
      time += 59 * minute;
      const right = await issue();
      expect(await codes.check(right)).toEqual(passed);
      time += minute;
      expect(await codes.issue('ann@example.org')).toMatchObject({ resendAfter: minute });
    });

    it('are sent once if they are asked for many times at once', async () => {
      const issued = await Promise.all(
        Array.from({ length: 10 }, () => codes.issue('ann@example.org')),
      );
      expect(issued.filter(({ ok }) => ok)).toHaveLength(1);
    });

    it('are kept as keyed hashes, without the address, and not for long', async () => {
      const right = await issue();
      const { rows } = await sql<{ row: string }>`
        select code::text || encode(mail, 'escape') as row from code`.execute(store.db);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.row).not.toContain('ann');
      expect(rows[0]?.row).not.toMatch(new RegExp(`(?<!\\d)${right.code}(?!\\d)`));
      const otherKey = createCodes({ db: store.db, key: new Uint8Array(32), seal, now });
      expect(await otherKey.check(right)).toEqual(left(0));
      time += 24 * hour + 1;
      await codes.prune();
      expect(await store.db.selectFrom('code').select('trxn').execute()).toEqual([]);
    });
  });
});
