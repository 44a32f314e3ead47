import type { TransferRow } from '../contracts/transfer.ts';

type Place = Pick<TransferRow, 'crts' | 'item'>;

/**
 * Newest first: `crts` descending, then `item` descending, as the ledger service sorts. Items are
 * compared unit by unit, as the service's "C" collation does, never by the browser's language.
 */
export function newestFirst(a: Place, b: Place): number {
  if (a.crts !== b.crts) return b.crts - a.crts;
  if (a.item === b.item) return 0;
  return a.item < b.item ? 1 : -1;
}
