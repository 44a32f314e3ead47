import type { PartyKind } from '../contracts/party.ts';

/** Path of a transfer's page: by its transaction id if it has one, else by its item. */
export function transactionPath(transfer: { item: string; trxn: string | null }): string {
  return `/tx/${encodeURIComponent(transfer.trxn ?? transfer.item)}`;
}

/** The same by its item, which names one transfer alone; several may have one transaction id. */
export function itemPath(item: string): string {
  return `/tx/${encodeURIComponent(item)}`;
}

/** Path of a party's page. */
export function partyPath({ kind, id }: { readonly kind: PartyKind; readonly id: string }): string {
  return `/${kind}/${encodeURIComponent(id)}`;
}
