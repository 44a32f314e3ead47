import type { TransferDetail } from '@tallystick/shared/contracts/transfer';
import { describe, expect, it } from 'vitest';
import { keptAfter } from './kept.ts';
import type { Transaction } from './load-transaction.ts';

const transfer = (more: Partial<TransferDetail> = {}): TransferDetail => ({
  item: 't5',
  trxn: null,
  status: 6,
  created: 50,
  feat: { form: 'asset', sort: 'transfer' },
  credit: { name: 'Acme', item: 'acme', kind: 'creator' },
  debit: { name: 'Ada', item: 'ada', kind: 'user' },
  ...more,
});
const neighbours = {
  credit: { earlier: null, later: null },
  debit: { earlier: null, later: null },
};
const vars = { ok: true, code: 200, data: [{ name: 'age', memo: '', data: 34 }] } as const;
const none = { ok: true, code: 200, data: [] } as const;
const busy = { ok: false, code: 503, error: 'Busy.' } as const;
const before: Transaction = { transfer: transfer(), vars, neighbours };
const came = (data: Transaction) => ({ ok: true, code: 200, data }) as const;

describe('after a load of the same page', () => {
  it('what came is shown', () => {
    const next = { transfer: transfer({ status: 7 }), vars: none, neighbours };
    expect(keptAfter(before, came(next))).toMatchObject({ shown: next, problem: null });
    expect(keptAfter(null, came(next))).toMatchObject({ shown: next, problem: null });
  });

  it('all stays where nothing came, with the reason', () => {
    const { shown, problem } = keptAfter(before, busy);
    expect(shown).toBe(before);
    expect(problem).toBe('Busy.');
    expect(keptAfter(null, busy)).toMatchObject({ shown: null, problem: null });
  });

  it('variables and neighbours stay where they alone did not come', () => {
    const next = { transfer: transfer({ sequence: 9 }), vars: busy, neighbours: null };
    expect(keptAfter(before, came(next))).toMatchObject({
      shown: { transfer: next.transfer, vars, neighbours },
      problem: 'Busy.',
    });
    expect(keptAfter(before, came({ ...next, vars }))).toMatchObject({
      shown: { vars, neighbours },
      problem: 'The previous and next transactions could not be reloaded.',
    });
  });

  it('variables that nobody could read before are none to keep', () => {
    const open: Transaction = { transfer: transfer({ status: 1 }), vars: none, neighbours };
    const next = { transfer: transfer(), vars: busy, neighbours };
    expect(keptAfter(open, came(next))).toMatchObject({ shown: next, problem: null });
  });
});
