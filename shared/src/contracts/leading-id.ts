import { isDotSegment } from '@tallystick/contract/path-segments';

/**
 * The id that leads to a transfer: its item, which names it alone, or else its transaction id.
 * Null: neither can, since an older ledger may have ids that no path can hold.
 */
export function leadingId({ item, trxn }: { item: string; trxn: string | null }): string | null {
  return [item, trxn].find((id) => id !== null && !isDotSegment(id)) ?? null;
}
