import { isDotSegment, segmentOf } from '@tallystick/contract/path-segments';
import { leadingId } from '../contracts/leading-id.ts';
import type { PartyKind } from '../contracts/party.ts';

/** Path of a transfer's page; of the list of what a search for it finds, where no path can hold its ids. */
export function transferPath(transfer: {
  readonly item: string;
  readonly trxn: string | null;
}): string {
  const id = leadingId(transfer);
  return id === null ? searchPath(transfer.item) : `/tx/${segmentOf(id)}`;
}

/** Path of a party's page, likewise. */
export function partyPath({ kind, id }: { readonly kind: PartyKind; readonly id: string }): string {
  return isDotSegment(id) ? searchPath(id) : `/${kind}/${segmentOf(id)}`;
}

const searchPath = (id: string) => `/transfers?${new URLSearchParams({ q: id })}`;
