import type { LiveEvent } from '../contracts/live.ts';
import { pageSize } from '../contracts/page-size.ts';
import type { TransferRow } from '../contracts/transfer.ts';
import { newestFirst } from './order.ts';
import { belongs, type Scope } from './scope.ts';

/** One page of a transfer list as it is shown, and where it stands in the order of events. */
export interface TransferPage {
  readonly scope: Scope;
  /** Number of the page, from 1. */
  readonly index: number;
  /** Search text; empty: none. */
  readonly search: string;
  /** Newest first, at most `pageSize` rows. */
  readonly list: readonly TransferRow[];
  /** Rows of the whole list. */
  readonly count: number;
  /** The last event that the page contains. */
  readonly sequence: number;
}

/**
 * The page after `event`; the same object if the event changes nothing on it.
 *
 * An insert that belongs to the list raises the total by one, and on page 1 goes in at its place,
 * newest first, while the last row of a full page drops off. An update replaces its row. A row is never
 * there twice, and an event that the page already contains is ignored. On other pages the rows
 * stay where they are; under a search, which only the service can answer, the total stays too.
 */
export function merge(page: TransferPage, event: LiveEvent): TransferPage {
  if (event.sequence <= page.sequence) return page;
  const next = applied(page, event);
  return next === page ? page : { ...next, sequence: event.sequence };
}

function applied(page: TransferPage, { operation, transfer }: LiveEvent): TransferPage {
  if (!belongs(page.scope, transfer)) return page;
  const known = page.list.some((row) => row.item === transfer.item);
  if (page.index > 1 || page.search !== '') {
    if (known) return { ...page, list: replaced(page.list, transfer) };
    return operation === 'insert' && page.search === '' ? { ...page, count: page.count + 1 } : page;
  }
  const list = (known ? replaced(page.list, transfer) : [...page.list, transfer]).toSorted(
    newestFirst,
  );
  if (known) return { ...page, list };
  const arrives = list.indexOf(transfer) < pageSize;
  if (operation === 'insert')
    return { ...page, list: list.slice(0, pageSize), count: page.count + 1 };
  return arrives && page.count > page.list.length
    ? { ...page, list: list.slice(0, pageSize) }
    : page;
}

function replaced(list: readonly TransferRow[], transfer: TransferRow): readonly TransferRow[] {
  return list.map((row) => (row.item === transfer.item ? transfer : row));
}
