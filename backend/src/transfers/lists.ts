import type { ExportList } from '@tallystick/shared/contracts/export';
import type { TransferRow } from '@tallystick/shared/contracts/transfer';
import { daysPerSpan } from '../ledger/scope.ts';
import { type RowColumns, rowColumns, transferRow } from '../ledger/transfer-row.ts';

/** Whether a list is that of one party. */
export const isOfParty = (list: ExportList): boolean => list !== 'all' && list !== 'assets';

export const columns = rowColumns.join();
export const newestFirst = 'order by crts desc, item desc';

/**
 * Spans of a party, summed from its daily counts when they are read. Those of all transfers are a table.
 */
const partySpans = `(select scope, day / ${daysPerSpan} as span, form, n from tally) as span`;

export interface ListDefinition {
  /** Where the sums of 64 days are read. */
  spans: string;
  /** Condition on the daily counts of its scope. */
  counts: string;
  /** Condition on the transfers; `$3` is the party. */
  rows: string;
  scope: (party: string) => string;
}
export const definitions: Record<ExportList, ListDefinition> = {
  all: { spans: 'span', counts: 'true', rows: 'true', scope: () => '' },
  assets: { spans: 'span', counts: `form = 'asset'`, rows: `form = 'asset'`, scope: () => '' },
  creator: {
    spans: partySpans,
    counts: 'true',
    rows: `cred = $3 and form = 'asset'`,
    scope: (party) => `creator/${party}`,
  },
  consumer: {
    spans: partySpans,
    counts: 'true',
    rows: `cred = $3 and form = 'data'`,
    scope: (party) => `consumer/${party}`,
  },
  user: { spans: partySpans, counts: 'true', rows: 'debt = $3', scope: (party) => `user/${party}` },
};

/** A transfer as the store has it, or null where a row says only something of the page. */
export type ListedRow = RowColumns | { item: null };

/** The transfers among the rows, in their order. */
export const transfersOf = (rows: readonly ListedRow[]): TransferRow[] =>
  rows.flatMap((row) => (row.item === null ? [] : transferRow(row)));
