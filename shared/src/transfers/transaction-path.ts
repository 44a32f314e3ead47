/** Path of a transfer's page: by its transaction id if it has one, else by its item. */
export function transactionPath(transfer: { item: string; trxn: string | null }): string {
  return `/tx/${encodeURIComponent(transfer.trxn ?? transfer.item)}`;
}
