import { describe, expect, it } from 'vitest';
import { type LedgerRecord, parseLedgerRecord } from '../ledger/ledger-record.ts';
import { sampleRecords } from './sample.ts';

const until = Date.UTC(2026, 0, 31, 12);
const transfersOf = (records: readonly LedgerRecord[]) =>
  records.flatMap((record) => (record.record === 'transfer' ? [record] : []));
const partiesOf = (records: readonly LedgerRecord[]) =>
  records.flatMap((record) => (record.record === 'party' ? [record] : []));
const allStatuses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

describe('the sample ledger', () => {
  const records = sampleRecords(until);
  const transfers = transfersOf(records);
  const parties = partiesOf(records);

  it('is valid input, as it stands', () => {
    for (const record of records) {
      expect(parseLedgerRecord(structuredClone(record))).toEqual({ ok: true, value: record });
    }
  });

  it('holds 400 transfers of both kinds, each in all ten statuses', () => {
    expect(transfers).toHaveLength(400);
    for (const form of ['asset', 'data']) {
      const statuses = transfers.filter(({ feat }) => feat.form === form).map(({ stat }) => stat);
      expect([...new Set(statuses)].sort()).toEqual(allStatuses);
    }
  });

  it('has all four kinds of parties, each taking part, no two users of one name', () => {
    const takingPart = new Set(transfers.flatMap(({ cred, debt }) => [cred, debt]));
    for (const kind of ['user', 'creator', 'consumer', 'checker']) {
      const some = parties.filter((party) => party.kind === kind);
      expect(some.some(({ id }) => takingPart.has(id))).toBe(true);
    }
    const names = parties.filter(({ kind }) => kind === 'user').map(({ name }) => name);
    expect(new Set(names).size).toBe(112);
  });

  it('names only parties that fit: assets by creators, data by consumers and checkers', () => {
    const ids = (...kinds: string[]) =>
      new Set(parties.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
    const creators = ids('creator');
    const callers = ids('consumer', 'checker');
    const users = ids('user');
    for (const { feat, cred, debt } of transfers) {
      expect(feat.form === 'asset' ? creators : callers).toContain(cred);
      expect(users).toContain(debt);
    }
  });

  it('carries data variables in status 6 and in no other', () => {
    for (const { stat, vars = [] } of transfers) expect((vars ?? []).length > 0).toBe(stat === 6);
  });

  it('lies in the 90 days up to the moment it is made for, its newest just before it', () => {
    const times = transfers.map(({ crts }) => crts);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(until - 90 * 86_400_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(until);
    expect(Math.max(...times)).toBeGreaterThan(until - 3_600_000);
  });

  it('is the same each time but for its moment', () => {
    expect(sampleRecords(until)).toEqual(records);
    const later = transfersOf(sampleRecords(until + 5_000));
    const moved = transfers.map((transfer) => transfer.crts + 5_000);
    expect(later.map(({ crts }) => crts)).toEqual(moved);
    expect(later.map(({ trxn, cred, debt }) => [trxn, cred, debt])).toEqual(
      transfers.map(({ trxn, cred, debt }) => [trxn, cred, debt]),
    );
  });

  it('opens with known records', () => {
    expect(records[0]).toEqual({
      record: 'party',
      kind: 'creator',
      id: 'nwu-114',
      name: 'Northwind University',
    });
    expect(transfers[0]?.item).toBe('demo-000001');
    expect(transfers[399]?.item).toBe('demo-000400');
  });
});
