import type { CreditKind } from '@tallystick/shared/contracts/party';
import type { DataVariable, TransferRow } from '@tallystick/shared/contracts/transfer';

/** The columns that make a row of a list, but for the names of its parties. */
export const rowColumns = ['item', 'trxn', 'stat', 'form', 'sort', 'crts', 'cred', 'debt'] as const;
type UnnamedRow = Omit<TransferRow, 'credit' | 'debit'>;
/** A row of a list as the store has it, with its form and sort in columns of their own. */
export type RowColumns = Omit<UnnamedRow, 'feat'> & TransferRow['feat'];

/** Where a transfer stands in a list. A time that no number holds is text. */
export type ListKey = { crts: number | string; item: string };
/** Later than any transfer. */
export const latestKey: ListKey = { crts: '9223372036854775807', item: '' };

/** A transfer as it is recorded. */
export type StoredTransfer = RowColumns & {
  /** Kind of the credit party, whose id is `cred`. */
  cred_kind: CreditKind;
  vars: readonly DataVariable[];
};

/** A row with the names of its parties, as `namedRows` reads it. */
export type NamedColumns = Omit<StoredTransfer, 'vars'> & { credit: string; debit: string };

const namedColumns = [...rowColumns, 'cred_kind'].map((column) => `t.${column}`).join();

/**
 * SQL for transfers with the names that their parties have now, in no order; `transfers` has all columns of a row. Each name is
 * looked up: for a join the planner may read all parties. That of a party that is lost is empty.
 */
export const namedRows = (transfers: string): string => `
  select ${namedColumns},
    coalesce((select name from party p where p.kind = t.cred_kind and p.id = t.cred), '') as credit,
    coalesce((select name from party p where p.kind = 'user' and p.id = t.debt), '') as debit
  from (${transfers}) as t`;

/** A transfer without the names of its parties, as ledger input has it. */
export function transferRow(transfer: RowColumns): UnnamedRow {
  const { item, trxn, stat, form, sort, crts, cred, debt } = transfer;
  return { item, trxn, stat, feat: { form, sort }, crts, cred, debt };
}

/** The row that lists and the live feed tell of a transfer. */
export function namedRow(transfer: NamedColumns): Required<TransferRow> {
  const { credit, cred_kind: kind, debit } = transfer;
  return { ...transferRow(transfer), credit: { name: credit, kind }, debit: { name: debit } };
}
