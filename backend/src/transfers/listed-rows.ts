import type { TransferList, TransferRow } from '@tallystick/shared/contracts/transfer';
import { type NamedColumns, namedRow, namedRows, rowColumns } from '../ledger/transfer-row.ts';
import { type AddValue, newestFirst, type Order, ordered } from './selection.ts';

export interface PagePlace {
  /** Transfers before the page. */
  offset: number;
  /** Page size. */
  items: number;
}

/** The columns of a transfer of which `pageOf` makes rows. */
export const columns = [...rowColumns, 'cred_kind'].join();

/** A transfer as the store has it, or null where a row says only something of the page. */
type ListedRow = NamedColumns | { item: null };
/** What each row of a page's statement says. */
export type PageRow = { count: number; sequence: number } & ListedRow;

/**
 * SQL of a page: the transfers that `page` reads, with the names of their parties, beside `totals`
 * (SQL of more columns). If there are no transfers, one row of nulls stands beside the totals.
 */
export const withTotals = (page: string, totals: string, order: Order = 'desc'): string => `
  select page.*, ${totals}, (select coalesce(max(id), 0) from event) as sequence
  from (select 1) as one left join (${namedRows(page)}) as page on true
  ${ordered(order, 'page.')}`;

/**
 * SQL of a page, newest first, of the transfers whose `item` and `crts` are in `hits` (what follows
 * `from`).
 */
export const pageOfHits = (hits: string, add: AddValue, { offset, items }: PagePlace): string => `
  select ${columns} from transfer join (
    select item from ${hits} ${newestFirst} offset ${add(offset)} limit ${add(items)}
  ) as h using (item)`;

/** The transfers among the rows, in their order. */
export const transfersOf = (rows: readonly ListedRow[]): TransferRow[] =>
  rows.flatMap((row) => (row.item === null ? [] : namedRow(row)));

/** A page by the rows of its statement. */
export const pageOf = (rows: readonly PageRow[]): TransferList => ({
  list: transfersOf(rows),
  count: rows[0]?.count ?? 0,
  sequence: rows[0]?.sequence ?? 0,
});
