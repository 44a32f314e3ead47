import type { PartyKind } from './party.ts';

/** Path of the Atom feed of a party's transfers. */
export function feedPath(kind: PartyKind, id: string): string {
  return `/feeds/${kind}/${encodeURIComponent(id)}.atom`;
}
