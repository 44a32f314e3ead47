import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forEachEngine } from '../store/engines.testing.ts';
import type { Store } from '../store/store.ts';
import { type Codes, createCodes } from './codes.ts';

const key = new Uint8Array(32).fill(9);
const second = 1_000;
const minute = 60_000;

forEachEngine((openTestStore) => {
  describe('sign-in codes', () => {
    let store: Store;
    let codes: Codes;
    let time: number;
    beforeAll(async () => {
      store = await openTestStore();
    });
    afterAll(() => store.close());
    beforeEach(async () => {
      await store.db.deleteFrom('code').execute();
      time = Date.UTC(2026, 10, 20);
      codes = createCodes({ db: store.db, key, now: () => time });
    });

    async function issue(address = 'ann@example.org') {
      const issued = await codes.issue(address);
      if (!issued.ok) throw new Error('too soon');
      return { address, trxn: issued.trxn, code: issued.code };
    }
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

    it('are six digits and pass once', async () => {
      const right = await issue();
      expect(right.code).toMatch(/^\d{6}$/);
      expect(await codes.check(right)).toBe(true);
      expect(await codes.check(right)).toBe(false);
    });

    it('pass once, also if the right one is sent many times at once', async () => {
      const right = await issue();
      const passed = await Promise.all(Array.from({ length: 5 }, () => codes.check(right)));
      expect(passed.filter(Boolean)).toEqual([true]);
    });

    it('are bound to their address and their request', async () => {
      const right = await issue();
      const other = await issue('bob@example.org');
      expect(await codes.check({ ...right, address: 'bob@example.org' })).toBe(false);
      expect(await codes.check({ ...right, trxn: other.trxn })).toBe(false);
      expect(await codes.check({ ...right, address: 'nobody@example.org' })).toBe(false);
      expect(await codes.check(right)).toBe(true);
    });

    it('are valid for five minutes', async () => {
      const [first, late] = [await issue(), await issue('bob@example.org')];
      time += 5 * minute - 1;
      expect(await codes.check(first)).toBe(true);
      time += 1;
      expect(await codes.check(late)).toBe(false);
    });

    it('are void after five tries, one after the other', async () => {
      const right = await issue();
      for (let tries = 0; tries < 4; tries++) {
        expect(await codes.check({ ...right, code: wrong(right.code) })).toBe(false);
      }
      expect(await codes.check(right)).toBe(true);

      const next = await issue('bob@example.org');
      for (let tries = 0; tries < 5; tries++) {
        expect(await codes.check({ ...next, code: wrong(next.code) })).toBe(false);
      }
      expect(await codes.check(next)).toBe(false);
    });

    it('never allow more than five tries at the same time', async () => {
      const right = await issue();
      const guesses = Array.from({ length: 40 }, () =>
        codes.check({ ...right, code: wrong(right.code) }),
      );
      await Promise.all(guesses);
      expect(await codes.check(right)).toBe(false);
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
      expect(await codes.check(first)).toBe(false);
      expect(await codes.check({ ...newest, trxn: first.trxn })).toBe(false);
      expect(await codes.check(newest)).toBe(true);
    });

    it('are sent once if they are asked for many times at once', async () => {
      const issued = await Promise.all(
        Array.from({ length: 10 }, () => codes.issue('ann@example.org')),
      );
      expect(issued.filter(({ ok }) => ok)).toHaveLength(1);
    });

    it('are kept as keyed hashes, without the address, and not for long', async () => {
      const right = await issue();
      const { rows } = await sql<{ row: string }>`select code::text as row from code`.execute(
        store.db,
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.row).not.toContain('ann');
      expect(rows[0]?.row).not.toContain(right.code);
      const otherKey = createCodes({ db: store.db, key: new Uint8Array(32), now: () => time });
      expect(await otherKey.check(right)).toBe(false);
      time += 61 * minute;
      await issue('bob@example.org');
      const left = await store.db.selectFrom('code').select('trxn').execute();
      expect(left).toHaveLength(1);
    });
  });
});
