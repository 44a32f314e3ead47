import { describe, expect, it } from 'vitest';
import { testStores } from '../store/test-stores.testing.ts';
import { createMailQueue } from './mail-queue.ts';
import { createSeal } from './seal.ts';
import { openStored, seal } from './stored.testing.ts';

const second = 1_000;
const minute = 60_000;

const openTestStore = testStores();
describe('the queue of mails', () => {
  const stored = openStored(openTestStore);
  const { issue, now } = stored;
  const addresses = (mails: readonly { to: string }[]) => mails.map(({ to }) => to).toSorted();

  it('gives each mail to one of many who ask at once', async () => {
    for (const name of ['ann', 'bob', 'cem', 'dee']) await issue(`${name}@example.org`);
    const others = Array.from({ length: 4 }, () => createMailQueue({ db: stored.db, seal, now }));
    const taken = await Promise.all(others.map((other) => other.take(1)));
    expect(addresses(taken.flat())).toEqual([
      'ann@example.org',
      'bob@example.org',
      'cem@example.org',
      'dee@example.org',
    ]);
    expect(await stored.queue.take(1)).toEqual([]);
  });

  it('gives it again when whoever took it has died, and not once it is settled', async () => {
    const { trxn } = await issue();
    const [mail] = await stored.queue.take(1);
    expect(mail).toMatchObject({ trxn, to: 'ann@example.org', attempts: 1 });
    expect(mail?.code).toMatch(/^\d{6}$/);
    stored.pass(30 * second);
    const [again] = await stored.queue.take(1);
    expect(again).toEqual({ ...mail, attempts: 2 });
    if (again) await stored.queue.settle(again);
    stored.pass(30 * second);
    expect(await stored.queue.take(1)).toEqual([]);
    expect(await stored.db.selectFrom('code').select('mail').execute()).toEqual([{ mail: null }]);
  });

  it('gives what was put back when its time has come', async () => {
    await issue();
    const [mail] = await stored.queue.take(1);
    if (mail) await stored.queue.putBack(mail, 5 * second);
    expect(await stored.queue.take(1)).toEqual([]);
    stored.pass(5 * second);
    expect(await stored.queue.take(1)).toHaveLength(1);
  });

  it('holds the newest of an address, and what becomes of an older one changes nothing', async () => {
    await issue();
    const [older] = await stored.queue.take(1);
    stored.pass(minute);
    const { trxn } = await issue();
    if (older) await stored.queue.settle(older);
    expect(await stored.queue.take(9)).toMatchObject([{ trxn, attempts: 1 }]);
  });

  it('does not give what cannot be used any more', async () => {
    await issue();
    const { trxn } = await issue('bob@example.org');
    for (let tries = 0; tries < 5; tries++) {
      await stored.codes.check({ address: 'bob@example.org', trxn, code: 'wrong' });
    }
    expect(addresses(await stored.queue.read(9))).toEqual(['ann@example.org']);
    expect(await stored.queue.count()).toBe(1);
    stored.pass(5 * minute - 1);
    expect(addresses(await stored.queue.take(9))).toEqual(['ann@example.org']);
    stored.pass(1);
    expect(await stored.queue.take(9)).toEqual([]);
    await stored.queue.prune();
    const kept = await stored.db.selectFrom('code').select('mail').execute();
    expect(kept).toEqual([{ mail: null }, { mail: null }]);
  });

  it('forgets what it cannot open', async () => {
    await issue();
    const stranger = createSeal(new Uint8Array(32));
    const other = createMailQueue({ db: stored.db, seal: stranger, now });
    expect(await other.read(9)).toEqual([]);
    expect(await other.take(9)).toEqual([]);
    expect(await stored.queue.read(9)).toEqual([]);
  });
});
