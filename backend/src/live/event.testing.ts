import type { LedgerEvent } from './frame.ts';

/** An event with this number, of a transfer of its own. */
export const event = (sequence: number): LedgerEvent => ({
  sequence,
  operation: 'insert',
  transfer: {
    item: `i-${sequence}`,
    trxn: null,
    stat: 0,
    feat: { form: 'data', sort: 'transfer' },
    crts: 0,
    cred: 'c',
    debt: 'd',
  },
  at: new Date(0),
});
