import { segmentOf } from '@tallystick/contract/path-segments';
import type { PartyKind } from './party.ts';

/** Path of the Atom feed of a party's transfers. */
export function feedPath(kind: PartyKind, id: string): string {
  return `/feeds/${kind}/${segmentOf(id)}.atom`;
}
