import type { TransferRow } from '../contracts/transfer.ts';

/** The row that somebody points at or has the focus in, in the lists of this app. */
let pointed: TransferRow | null = null;

/** Notes the row that may be opened next. */
export function pointAtRow(transfer: TransferRow): void {
  pointed = transfer;
}

/**
 * What that row says of the transfer that a page names by `id`, its item or its transaction id; once, for what is
 * loaded later is newer. Null: it is another, or none.
 */
export function takePointedRow(id: string): TransferRow | null {
  const row = pointed;
  if (row === null || (row.item !== id && row.trxn !== id)) return null;
  pointed = null;
  return row;
}
