import type { TransferRow } from '../contracts/transfer.ts';

/** The row that somebody points at or has the focus in, in the lists of this app. */
let pointed: TransferRow | null = null;

/** Notes the row that may be opened next. */
export function pointAtRow(transfer: TransferRow): void {
  pointed = transfer;
}

/**
 * What that row says of the transfer of an item; once, for what is loaded later is newer. Null: it is of another,
 * or there is none.
 */
export function takePointedRow(item: string): TransferRow | null {
  const row = pointed;
  if (row?.item !== item) return null;
  pointed = null;
  return row;
}
