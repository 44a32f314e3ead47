import type { LiveEvent } from '../contracts/live.ts';

/** The event with this sequence: an insert of transfer `t-<sequence>`. */
export function eventNumber(sequence: number): LiveEvent {
  return {
    sequence,
    operation: 'insert',
    transfer: {
      item: `t-${sequence}`,
      trxn: null,
      stat: 0,
      feat: { form: 'asset', sort: 'transfer' },
      crts: 1_700_000_000_000 + sequence,
      cred: 'creator-1',
      debt: 'user-1',
    },
  };
}
