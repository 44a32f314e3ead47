import type { RecordEntry, Sealed } from '@tallystick/shared/contracts/record-proof';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import { closed } from '../transfers/transfer-details.ts';
import { dataHash } from './entry-hash.ts';

/** The newest entry of a transfer as the store has it. */
export type EntryRow = Pick<RecordEntry, 'number' | 'at' | 'recorded' | 'changes'> & {
  secret: Uint8Array | null;
};

/** What the log covers of a transfer. */
export function sealedIn(transfer: StoredTransfer): Sealed {
  const { item, trxn, stat, form, sort, crts, cred, cred_kind: kind, debt } = transfer;
  return { item, trxn, stat, form, sort, crts, cred, kind, debt };
}

/** What readers need to compute the entry of a transfer; null: the ledger has not this transfer. */
export function entryIn(
  { number, at, recorded, changes, secret }: EntryRow,
  transfer: StoredTransfer | null,
): RecordEntry {
  return {
    ...{ number, at, recorded, changes },
    data: dataHash(transfer?.vars ?? [], secret ?? new Uint8Array()),
    secret:
      transfer?.stat === closed && secret !== null ? Buffer.from(secret).toString('hex') : null,
  };
}
