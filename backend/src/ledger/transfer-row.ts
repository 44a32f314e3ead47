import type { DataVariable, TransferRow } from '@tallystick/shared/contracts/transfer';

/** Kinds that the credit party of a transfer can have. */
export const creditKinds = ['creator', 'consumer', 'checker'] as const;
export type CreditKind = (typeof creditKinds)[number];

/** The columns that make a row of a list. */
export const rowColumns = ['item', 'trxn', 'stat', 'form', 'sort', 'crts', 'cred', 'debt'] as const;
/** Such a row as the store has it: its form and sort are columns of their own. */
export type RowColumns = Omit<TransferRow, 'feat' | 'credit' | 'debit'> & TransferRow['feat'];

/** A transfer as it is recorded. */
export type StoredTransfer = RowColumns & {
  /** Kind of the credit party, whose id is `cred`. */
  cred_kind: CreditKind;
  vars: readonly DataVariable[];
};

/** The row that lists and the live feed tell of a transfer. */
export function transferRow(transfer: RowColumns): TransferRow {
  const { item, trxn, stat, form, sort, crts, cred, debt } = transfer;
  return { item, trxn, stat, feat: { form, sort }, crts, cred, debt };
}
