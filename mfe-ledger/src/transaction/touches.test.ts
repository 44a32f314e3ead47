import type { TransferDetail, TransferRow } from '@tallystick/shared/contracts/transfer';
import { describe, expect, it } from 'vitest';
import { touches } from './touches.ts';

const transfer: TransferDetail = {
  item: 't5',
  trxn: null,
  status: 6,
  created: 50,
  feat: { form: 'asset', sort: 'transfer' },
  credit: { name: 'Acme', item: 'acme', kind: 'creator' },
  debit: { name: 'Ada', item: 'ada', kind: 'user' },
};
const place = (item: string, crts: number) => ({ item, trxn: null, crts });
const shown = {
  transfer,
  vars: { ok: true, code: 200, data: [] } as const,
  neighbours: {
    credit: { earlier: place('t3', 30), later: null },
    debit: { earlier: null, later: place('t8', 80) },
  },
};
const row = (item: string, crts: number, more: Partial<TransferRow> = {}): TransferRow => ({
  item,
  trxn: null,
  stat: 0,
  feat: { form: 'asset', sort: 'transfer' },
  crts,
  cred: 'x',
  debt: 'y',
  ...more,
});

describe('a recorded transfer touches the page of another', () => {
  it.each([
    ['if it is that one', row('t5', 50), true],
    ['if it stands before it', row('t3', 30), true],
    ['if it stands after it', row('t8', 80, { debt: 'ada' }), true],
    ['if it follows it as the newest of its creator', row('t9', 90, { cred: 'acme' }), true],
    ['if it comes between it and the one before', row('t4', 40, { cred: 'acme' }), true],
    ['not before the one before', row('t2', 20, { cred: 'acme' }), false],
    [
      'not if it is of the other form',
      row('t9', 90, { cred: 'acme', feat: { form: 'data', sort: '' } }),
      false,
    ],
    ['if it comes before the first of its user', row('t1', 10, { debt: 'ada' }), true],
    ['if it comes between it and the next of its user', row('t7', 70, { debt: 'ada' }), true],
    ['not after the next of its user', row('t9', 90, { debt: 'ada' }), false],
    ['at the same moment, by its item', row('t6', 50, { debt: 'ada' }), true],
    ['not if it is of others', row('t6', 60), false],
  ])('%s', (_, recorded, expected) => {
    expect(touches(shown, recorded)).toBe(expected);
  });

  it('of which nothing beside is known only if it is that one', () => {
    const alone = { ...shown, neighbours: null };
    expect(touches(alone, row('t9', 90, { cred: 'acme' }))).toBe(false);
    expect(touches(alone, row('t5', 50))).toBe(true);
  });
});
