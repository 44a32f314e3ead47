import type { TransferRecord } from '../ledger/ledger-record.ts';
import { tradeOf, users } from './cast.ts';
import { checkers, consumers, creators } from './organisations.ts';
import { createRandom } from './random.ts';
import { nextStatus } from './status-walk.ts';
import { variablesOf } from './variables.ts';

/** Makes transfers among the cast. The same seed and moments make the same transfers. */
export type TransferMaker = ReturnType<typeof createTransferMaker>;

/** Items are named `<prefix>-000001` and so on. */
export function createTransferMaker({ seed, prefix }: { seed: string; prefix: string }) {
  const random = createRandom(seed);
  let made = 0;
  return {
    random,
    /** A transfer that has just been created (status 0), at `moment` (ms). */
    create(moment: number): TransferRecord {
      made += 1;
      const isAsset = random.fraction() < 0.55;
      const caller = random.oneIn(4) ? checkers : consumers;
      return {
        record: 'transfer',
        item: `${prefix}-${String(made).padStart(6, '0')}`,
        // Some transfers get their transaction id later.
        trxn: random.oneIn(30) ? null : random.hex(40),
        stat: 0,
        feat: { form: isAsset ? 'asset' : 'data', sort: 'transfer' },
        crts: moment,
        cred: random.pick(isAsset ? creators : caller, 'skewed').id,
        debt: random.pick(users, 'skewed').id,
        vars: [],
      };
    },
    /** The same transfer one status on; undefined if its status was an end. */
    advance(transfer: TransferRecord): TransferRecord | undefined {
      const stat = nextStatus(transfer.stat, random);
      if (stat === undefined) return undefined;
      const trade = tradeOf(transfer.cred);
      return {
        ...transfer,
        trxn: transfer.trxn ?? random.hex(40),
        stat,
        vars: stat === 6 && trade ? variablesOf(trade, random, transfer.crts) : [],
      };
    },
  };
}
