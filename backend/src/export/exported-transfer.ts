import type { CreditKind } from '@tallystick/shared/contracts/party';
import type { DataVariable } from '@tallystick/shared/contracts/transfer';
import type { RowColumns } from '../ledger/transfer-row.ts';

/** One transfer of an export as it is kept. */
export type UnnamedTransfer = RowColumns & {
  cred_kind: CreditKind;
  /** Null unless the transfer is closed: they may not be read before. */
  vars: DataVariable[] | null;
};

/** With the names of its parties: of the credit party under each kind that could be meant, null where it has none. */
export type ExportedTransfer = UnnamedTransfer &
  Record<CreditKind, string | null> & { debit: string };

/** Name of the credit party. */
export const creditOf = (transfer: ExportedTransfer): string => transfer[transfer.cred_kind] ?? '';
