import type { PartyKind } from '@tallystick/shared/contracts/party';

/** Path of the Atom feed of a party's transfers. */
export function feedPath(kind: PartyKind, id: string): string {
  return `/feeds/${kind}/${encodeURIComponent(id)}.atom`;
}
