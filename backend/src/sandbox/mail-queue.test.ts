import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forEachEngine } from '../store/engines.testing.ts';
import type { Store } from '../store/store.ts';
import { type Codes, createCodes } from './codes.ts';
import { createMailQueue, type MailQueue } from './mail-queue.ts';
import { createSeal } from './seal.ts';

const seal = createSeal(new Uint8Array(32).fill(7));
const second = 1_000;
const minute = 60_000;

forEachEngine((openTestStore) => {
  describe('the queue of mails', () => {
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
      codes = createCodes({ db: store.db, key: new Uint8Array(32), seal, now });
      queue = createMailQueue({ db: store.db, seal, now });
    });
    const issue = async (address = 'ann@example.org') => {
      const issued = await codes.issue(address);
      return issued.ok ? issued.trxn : '';
    };
    const addresses = (mails: readonly { to: string }[]) => mails.map(({ to }) => to).toSorted();

    it('gives each mail to one of many who ask at once', async () => {
      for (const name of ['ann', 'bob', 'cem', 'dee']) await issue(`${name}@example.org`);
      const others = Array.from({ length: 4 }, () => createMailQueue({ db: store.db, seal, now }));
      const taken = await Promise.all(others.map((other) => other.take(1)));
      expect(addresses(taken.flat())).toEqual([
        'ann@example.org',
        'bob@example.org',
        'cem@example.org',
        'dee@example.org',
      ]);
      expect(await queue.take(1)).toEqual([]);
    });

    it('gives it again when whoever took it has died, and not once it is settled', async () => {
      const trxn = await issue();
      const [mail] = await queue.take(1);
      expect(mail).toMatchObject({ trxn, to: 'ann@example.org', attempts: 1 });
      expect(mail?.code).toMatch(/^\d{6}$/);
      time += 30 * second;
      const [again] = await queue.take(1);
      expect(again).toEqual({ ...mail, attempts: 2 });
      if (again) await queue.settle(again);
      time += 30 * second;
      expect(await queue.take(1)).toEqual([]);
      expect(await store.db.selectFrom('code').select('mail').execute()).toEqual([{ mail: null }]);
    });

    it('gives what was put back when its time has come', async () => {
      await issue();
      const [mail] = await queue.take(1);
      if (mail) await queue.putBack(mail, 5 * second);
      expect(await queue.take(1)).toEqual([]);
      time += 5 * second;
      expect(await queue.take(1)).toHaveLength(1);
    });

    it('holds the newest of an address, and what becomes of an older one changes nothing', async () => {
      await issue();
      const [older] = await queue.take(1);
      time += minute;
      const trxn = await issue();
      if (older) await queue.settle(older);
      expect(await queue.take(9)).toMatchObject([{ trxn, attempts: 1 }]);
    });

    it('does not give what cannot be used any more', async () => {
      await issue();
      const trxn = await issue('bob@example.org');
      for (let tries = 0; tries < 5; tries++) {
        await codes.check({ address: 'bob@example.org', trxn, code: 'wrong' });
      }
      expect(addresses(await queue.read(9))).toEqual(['ann@example.org', 'bob@example.org']);
      time += 5 * minute - 1;
      expect(addresses(await queue.take(9))).toEqual(['ann@example.org']);
      time += 1;
      expect(await queue.take(9)).toEqual([]);
      await queue.prune();
      const kept = await store.db.selectFrom('code').select('mail').execute();
      expect(kept).toEqual([{ mail: null }, { mail: null }]);
    });

    it('forgets what it cannot open', async () => {
      await issue();
      const stranger = createSeal(new Uint8Array(32));
      const other = createMailQueue({ db: store.db, seal: stranger, now });
      expect(await other.read(9)).toEqual([]);
      expect(await other.take(9)).toEqual([]);
      expect(await queue.read(9)).toEqual([]);
    });
  });
});
