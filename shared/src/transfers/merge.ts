import type { LiveEvent } from '../contracts/live.ts';
import { pageSize } from '../contracts/page-size.ts';
import type { TransferRow } from '../contracts/transfer.ts';
import { passes } from './list-filters.ts';
import { asksForAll, type TransferQuery } from './list-query.ts';
import { newestFirst } from './order.ts';
import { belongs, type Scope } from './scope.ts';

/** One page of a transfer list as it is shown, and where it stands in the order of events. */
export interface TransferPage extends TransferQuery {
  readonly scope: Scope;
  /** Newest first, at most `pageSize` rows. */
  readonly list: readonly TransferRow[];
  /** Rows of the whole list. */
  readonly count: number;
  /** A search looked no further: there may be more. */
  readonly more?: boolean | undefined;
  /** The last event that the page contains. */
  readonly sequence: number;
}

/**
 * The page after `event`; the same object if the event changes nothing on it.
 *
 * An insert that belongs to the list raises the total by one. On page 1 it goes in at its place,
 * newest first, and the last row of a full page drops off. An update replaces its row; a row that
 * no longer belongs goes. A row is never there twice, and an event that the page already contains
 * is ignored. On other pages the rows stay where they are; under a search, which only the service
 * can answer, the total stays too.
 */
export function merge(page: TransferPage, event: LiveEvent): TransferPage {
  if (event.sequence <= page.sequence) return page;
  const next = applied(page, event);
  return next === page ? page : { ...next, sequence: event.sequence };
}

/**
 * Whether only the service knows the page after `event`. An update may bring a transfer that the
 * page does not show, under its filters or from elsewhere. It may also take one away, which leaves
 * a place to be filled.
 */
export function isUnsure(
  page: TransferPage,
  { sequence, operation, transfer, was }: LiveEvent,
): boolean {
  if (operation !== 'update' || sequence <= page.sequence) return false;
  const before = { ...transfer, ...was };
  const stays = belongs(page.scope, transfer) && belongs(page.scope, before);
  if (stays && asksForAll(page) && before.crts === transfer.crts) return false;
  if (isShown(page, transfer)) return was !== undefined || !fits(page, transfer);
  if (page.search !== '') return false;
  return belongs(page.scope, transfer) || belongs(page.scope, before);
}

function fits({ scope, filters }: TransferPage, transfer: TransferRow): boolean {
  return belongs(scope, transfer) && passes(filters, transfer);
}

function applied(page: TransferPage, { operation, transfer, was }: LiveEvent): TransferPage {
  const known = isShown(page, transfer);
  if (!fits(page, transfer)) return known ? without(page, transfer) : page;
  if (page.index > 1 || page.search !== '') {
    if (known) return { ...page, list: replaced(page.list, transfer) };
    return operation === 'insert' && page.search === '' ? { ...page, count: page.count + 1 } : page;
  }
  const rows = known ? replaced(page.list, transfer) : [...page.list, transfer];
  const list = rows.toSorted(newestFirst).slice(0, pageSize);
  if (known) return { ...page, list };
  if (operation === 'insert') return { ...page, list, count: page.count + 1 };
  if (!list.includes(transfer) || page.count <= page.list.length) return page;
  // The list did not hold the transfer at this place, or this page would have shown it.
  const isNew = was === undefined ? !asksForAll(page) : !fits(page, { ...transfer, ...was });
  return { ...page, list, count: page.count + Number(isNew) };
}

export function isShown({ list }: TransferPage, { item }: TransferRow): boolean {
  return list.some((row) => row.item === item);
}

function without(page: TransferPage, { item }: TransferRow): TransferPage {
  const list = page.list.filter((row) => row.item !== item);
  return { ...page, list, count: Math.max(list.length, page.count - 1) };
}

function replaced(list: readonly TransferRow[], transfer: TransferRow): readonly TransferRow[] {
  return list.map((row) => (row.item === transfer.item ? transfer : row));
}
