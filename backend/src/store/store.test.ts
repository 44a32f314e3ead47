import { tmpdir } from 'node:os';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { untilListening } from '@tallystick/store/listening.testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TransferRecord } from '../ledger/ledger-record.ts';
import { recordBatch } from '../ledger/record.ts';
import { eventChannel } from './definition.ts';
import { openStore, type Store } from './store.ts';
import { testStores } from './test-stores.testing.ts';

const ada = { record: 'party', kind: 'user', id: 'ada', name: 'Ada' } as const;
const bank = { record: 'party', kind: 'creator', id: 'bank', name: 'Bank' } as const;
const transfer: TransferRecord = {
  record: 'transfer',
  item: 't1',
  trxn: null,
  stat: 0,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 0,
  cred: 'bank',
  debt: 'ada',
  vars: [],
};

const openTestStore = testStores();
describe('store', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store.close());

  it('tells of commits with events, and of those alone', async () => {
    const listener = vi.fn();
    const end = store.onNotify(listener);
    await untilListening(store);
    listener.mockClear();
    await recordBatch(store, [ada, bank]);
    await recordBatch(store, [transfer]);
    // Two of one commit are told at once, after all that came before: there is no moment at which one is missing.
    await sql`select pg_notify(${eventChannel}, n::text) from generate_series(1, 2) n`.execute(
      store.db,
    );
    await vi.waitUntil(() => listener.mock.calls.length >= 3, { timeout: 60_000 });
    expect(listener).toHaveBeenCalledTimes(3);
    end();
    const other = vi.fn();
    store.onNotify(other);
    await recordBatch(store, [{ ...transfer, stat: 1 }]);
    await vi.waitUntil(() => other.mock.calls.length > 0, { timeout: 60_000 });
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('numbers the events of concurrent batches in the order of commit', async () => {
    await recordBatch(store, [ada, bank]);
    const seen: number[] = [];
    const readOn = async () => {
      const after = seen.at(-1) ?? 0;
      const events = store.db.selectFrom('event').select('id').where('id', '>', after);
      seen.push(...(await events.orderBy('id').execute()).map(({ id }) => id));
    };
    const writing = Promise.all(
      Array.from({ length: 60 }, (_, n) => recordBatch(store, [{ ...transfer, item: `t${n}` }])),
    );
    let written = false;
    writing.finally(() => {
      written = true;
    });
    while (!written) await readOn();
    await writing;
    await readOn();
    expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    const rows = await store.query<{ n: number }>(
      { text: `select n from tally where scope = ''` },
      [],
    );
    expect(rows).toEqual([{ n: 60 }]);
  });
});

it('says in a line what it misses in a ledger, and lets it go', async () => {
  const url = await copyDatabase();
  const place = { DATA_DIR: tmpdir(), DATABASE_URL: url };
  const opened = await openStore(place);
  if (!opened.ok) throw new Error(opened.problem);
  await sql`drop table party`.execute(opened.value.db);
  await opened.value.close();
  const { host, pathname } = new URL(url);
  const problem = `The database at postgres://${host}${pathname} cannot be opened: relation "party" does not exist`;
  for (const _ of [1, 2]) expect(await openStore(place)).toEqual({ ok: false, problem });
});
