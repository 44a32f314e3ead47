import type { DataVariable, TransferForm } from '@tallystick/shared/contracts/transfer';

/** One transfer of an export, with the names of its parties. */
export interface ExportedTransfer {
  item: string;
  trxn: string | null;
  stat: number;
  form: TransferForm;
  sort: string;
  crts: number;
  cred: string;
  cred_kind: 'creator' | 'consumer' | 'checker';
  debt: string;
  /** Null unless the transfer is closed: then nobody may read them. */
  vars: DataVariable[] | null;
  /** Name of the credit party under each kind that could be meant; null where it has none. */
  creator: string | null;
  consumer: string | null;
  checker: string | null;
  debit: string;
}

/** Name of the credit party. */
export const creditOf = (transfer: ExportedTransfer): string => transfer[transfer.cred_kind] ?? '';
