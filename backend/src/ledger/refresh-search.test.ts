import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forEachEngine } from '../store/engines.testing.ts';
import { openStore, type Store } from '../store/store.ts';
import { listTransfers } from '../transfers/transfer-list.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { recordBatch } from './record.ts';

const party = (kind: 'user' | 'creator', id: string, name: string): LedgerRecord => ({
  record: 'party',
  kind,
  id,
  name,
});
const transfers = (count: number): LedgerRecord[] =>
  Array.from({ length: count }, (_, n) => ({
    record: 'transfer',
    item: `t${String(n).padStart(5, '0')}`,
    trxn: null,
    stat: 6,
    feat: { form: 'asset', sort: 'transfer' },
    crts: n,
    cred: 'mill',
    debt: 'ada',
  }));
const records = (count: number) => [
  party('creator', 'mill', 'Old Mill'),
  party('user', 'ada', 'Ada'),
  ...transfers(count),
];

async function countOf(store: Store, search: string): Promise<number> {
  const { count } = await listTransfers(store, { list: 'all', index: 1, items: 1, search });
  return count;
}

forEachEngine((openTestStore) => {
  it('a party with many transfers is renamed in turns, and others record between them', async () => {
    const store = await openTestStore();
    await recordBatch(store, records(2_500));
    const done: string[] = [];
    await Promise.all([
      recordBatch(store, [party('creator', 'mill', 'New Mill')]).then(() => done.push('renamed')),
      recordBatch(store, [party('user', 'bo', 'Bo')]).then(() => done.push('another batch')),
    ]);
    expect(done).toEqual(['another batch', 'renamed']);
    expect([await countOf(store, 'old mill'), await countOf(store, 'new mill')]).toEqual([
      0, 2_500,
    ]);
    await store.close();
  });
});

it('a store that is opened finishes what another program has begun', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-refresh-'));
  const open = async () => {
    const opened = await openStore({ DATA_DIR: join(folder, 'data') });
    if (!opened.ok) throw new Error(opened.problem);
    return opened.store;
  };
  const store = await open();
  await recordBatch(store, records(5));
  await store.query(
    { text: `update party set name = 'New Mill', stale_after = 't00001' where id = 'mill'` },
    [],
  );
  await store.close();
  const again = await open();
  expect([await countOf(again, 'old mill'), await countOf(again, 'new mill')]).toEqual([2, 3]);
  await again.close();
  await rm(folder, { recursive: true });
});
