import { describe, expect, it } from 'vitest';
import { emptyReport } from '../import/record-lines.ts';
import { type LedgerTarget, storeTarget } from '../import/target.ts';
import { parseLedgerRecord, type TransferRecord } from '../ledger/ledger-record.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { simulate } from './simulate.ts';

function listeningTarget() {
  const transfers: TransferRecord[] = [];
  const kinds = new Set<string>();
  const target: LedgerTarget = {
    record: async (_, lines) => {
      for (const line of lines) {
        const result = parseLedgerRecord(JSON.parse(line));
        if (!result.ok) throw new Error(result.problem);
        const { value } = result;
        if (value.record === 'transfer') transfers.push(value);
        else kinds.add(value.kind);
      }
      return emptyReport();
    },
  };
  return { target, transfers, kinds };
}

describe('simulated events', () => {
  const run = async (seed: string) => {
    const { target, transfers, kinds } = listeningTarget();
    await simulate({ target, rate: Number.POSITIVE_INFINITY, count: 600, seed, now: () => 1_000 });
    return { transfers, kinds };
  };

  it('cover both kinds, the four kinds of parties and all ten statuses', async () => {
    const { transfers, kinds } = await run('cover');
    expect(transfers).toHaveLength(600);
    expect([...kinds].sort()).toEqual(['checker', 'consumer', 'creator', 'user']);
    for (const form of ['asset', 'data']) {
      const statuses = transfers.filter(({ feat }) => feat.form === form).map(({ stat }) => stat);
      expect([...new Set(statuses)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
  });

  it('are new transfers and further statuses of those before', async () => {
    const { transfers } = await run('updates');
    const last = new Map<string, TransferRecord>();
    let updates = 0;
    for (const transfer of transfers) {
      const before = last.get(transfer.item);
      if (before) {
        updates += 1;
        expect(transfer.stat).not.toBe(before.stat);
        const { crts, cred, debt, feat } = before;
        expect(transfer).toMatchObject({ crts, cred, debt, feat });
      }
      expect(transfer.vars?.length !== 0).toBe(transfer.stat === 6);
      last.set(transfer.item, transfer);
    }
    expect(updates).toBeGreaterThan(150);
    expect(updates).toBeLessThan(450);
  });

  it('are the same for the same seed, of other items for another', async () => {
    const { transfers } = await run('one');
    expect((await run('one')).transfers).toEqual(transfers);
    expect(transfers[0]?.item).toBe('sim-one-000001');
    expect((await run('two')).transfers[0]?.item).toBe('sim-two-000001');
  });

  it('end when asked to', async () => {
    const { target, transfers } = listeningTarget();
    const stopping = new AbortController();
    const sum = await simulate({
      target,
      rate: 0.01,
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    });
    expect(sum.problem).toBeUndefined();
    expect(transfers).toHaveLength(1);
  });

  it('say why they cannot go on', async () => {
    const record = () => Promise.reject(new Error('The store is gone.'));
    const problems: string[] = [];
    const sum = await simulate({
      target: { record },
      rate: 1,
      retryAfter: () => 0,
      onFailure: (problem) => problems.push(problem),
    });
    expect(sum).toEqual({ inserted: 0, updated: 0, problem: 'The store is gone.' });
    expect(problems).toHaveLength(8);
  });

  it('go on where they were once a store that was away is back, and leave nothing out', async () => {
    const { target, transfers } = listeningTarget();
    let calls = 0;
    const record: LedgerTarget['record'] = (first, lines) => {
      calls += 1;
      return calls % 5 === 0 ? target.record(first, lines) : Promise.reject(new Error('Away.'));
    };
    const asked = { rate: Number.POSITIVE_INFINITY, count: 1_200, seed: 'away', now: () => 1_000 };
    const sum = await simulate({ target: { record }, retryAfter: () => 0, ...asked });
    expect(sum.problem).toBeUndefined();
    const whole = listeningTarget();
    await simulate({ target: whole.target, ...asked });
    expect(transfers).toEqual(whole.transfers);
  });
});

const openTestStore = testStores();
it('are each one insert or update event of the store', async () => {
  const store = await openTestStore();
  const sum = await simulate({
    target: storeTarget(store),
    rate: Number.POSITIVE_INFINITY,
    count: 1_000,
    seed: 'events',
  });
  const { rows } = await store.db
    .selectFrom('event')
    .select(['operation'])
    .execute()
    .then((all) => ({ rows: all.map(({ operation }) => operation) }));
  expect(rows).toHaveLength(1_000);
  expect(rows.filter((operation) => operation === 'insert')).toHaveLength(sum.inserted);
  expect(sum.inserted + sum.updated).toBe(1_000);
  await store.close();
});
