import type { PartyKind } from '../contracts/party.ts';

/** Path of a transfer's page: by its item, which names it alone; several may have one transaction id. */
export function itemPath(item: string): string {
  return `/tx/${encodeURIComponent(item)}`;
}

/** Path of a party's page. */
export function partyPath({ kind, id }: { readonly kind: PartyKind; readonly id: string }): string {
  return `/${kind}/${encodeURIComponent(id)}`;
}
